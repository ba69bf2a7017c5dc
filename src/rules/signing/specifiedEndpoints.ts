import { accessToken, outOrderId, payLimit, title, totalFee, type ParameterRules } from './parameters.ts';

export interface EndpointRules<Rules extends ParameterRules = ParameterRules> {
  method: 'GET' | 'POST';
  path: string;
  /** The parameters of this endpoint, besides those that every endpoint requires. */
  parameters: Rules;
}

/** The endpoints of the specification, each named for its path. Their files in src/rest/endpoints have the same names. */
export const specifiedEndpoints = {
  baseInfo: { method: 'GET', path: '/baseinfo', parameters: { access_token: accessToken } },
  paymentsRecord: { method: 'GET', path: '/payments/record', parameters: { out_order_id: outOrderId } },
  goods: {
    method: 'POST',
    path: '/goods',
    parameters: { access_token: accessToken, title, total_fee: totalFee, pay_limit: payLimit },
  },
} as const satisfies Record<string, EndpointRules>;
