import type { RefusalCode } from '../failures/refusal.ts';
import { accessToken, outOrderId, payLimit, title, totalFee, type ParameterRules } from './parameters.ts';

export interface EndpointRules<Rules extends ParameterRules = ParameterRules> {
  method: 'GET' | 'POST';
  path: string;
  /** The parameters of this endpoint, besides those that every endpoint requires. */
  parameters: Rules;
  /** Optional parameters of which one must be given. */
  oneOf?: readonly string[];
  /** The refusals of this endpoint, besides those that every signed request can meet. */
  refusals?: readonly RefusalCode[];
}

/** The endpoints of the specification, each named for its path. Their files in src/rest/endpoints have the same names. */
export const specifiedEndpoints = {
  baseInfo: {
    method: 'GET',
    path: '/baseinfo',
    parameters: { access_token: accessToken },
    refusals: ['ACCESS_TOKEN_UNKNOWN'],
  },
  paymentsRecord: {
    method: 'GET',
    path: '/payments/record',
    parameters: { out_order_id: outOrderId },
    refusals: ['ORDER_NOT_FOUND'],
  },
  goods: {
    method: 'POST',
    path: '/goods',
    parameters: { access_token: accessToken, title, total_fee: totalFee, pay_limit: payLimit },
    refusals: ['ACCESS_TOKEN_UNKNOWN'],
  },
} as const satisfies Record<string, EndpointRules>;
