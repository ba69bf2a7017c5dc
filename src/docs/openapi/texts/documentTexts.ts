import type { orderRecord } from '../../../rules/records/orderRecord.ts';
import type { userRecord } from '../../../rules/records/userRecord.ts';
import type { signedRequestRules } from '../../../rules/signing/parameters.ts';
import type { specifiedEndpoints } from '../../../rules/signing/specifiedEndpoints.ts';
import type { EndpointName } from '../../exampleCall.ts';

export type UserField = keyof ReturnType<typeof userRecord>;
export type OrderField = keyof ReturnType<typeof orderRecord>;
export type CallbackHeader = 'openplug-delivery' | 'openplug-attempt' | 'openplug-previous-sign';

type ParameterName =
  | keyof typeof signedRequestRules
  | { [Name in EndpointName]: keyof (typeof specifiedEndpoints)[Name]['parameters'] }[EndpointName];

/** The words of the OpenAPI document, in Markdown where it is read as such. Everything else in it follows from the rules. */
export interface DocumentTexts {
  title: string;
  description: string;
  server: string;
  signature: string;
  body: string;
  operations: Record<EndpointName, { summary: string; description: string; answer: string }>;
  parameters: Record<ParameterName, string> & Record<string, string>;
  fields: {
    user: Record<UserField, string>;
    order: Record<OrderField, string>;
    sign: string;
    createdGoods: string;
    error: { message: string; errors: string };
  };
  statuses: Record<number, string>;
  headers: { requestId: string; help: string; retryAfter: string };
  callback: {
    summary: string;
    description: string;
    headers: Record<CallbackHeader, string>;
    success: string;
    redirect: string;
    failure: string;
  };
}
