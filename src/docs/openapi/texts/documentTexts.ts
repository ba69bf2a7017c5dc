import type { orderRecord } from '../../../rules/records/orderRecord.ts';
import type {
  sandboxAnswerRecord,
  sandboxCallbackRecord,
  sandboxUserRecord,
} from '../../../rules/records/sandboxRecords.ts';
import type { userRecord } from '../../../rules/records/userRecord.ts';
import type { signedRequestRules } from '../../../rules/signing/parameters.ts';
import type { documentedEndpoints, EndpointName } from '../../documentedEndpoints.ts';

export type UserField = keyof ReturnType<typeof userRecord>;
export type OrderField = keyof ReturnType<typeof orderRecord>;
export type SandboxUserField = keyof ReturnType<typeof sandboxUserRecord>;
export type FetchedCallbackField = keyof ReturnType<typeof sandboxCallbackRecord>;
export type ReportedAttemptField = keyof ReturnType<typeof sandboxAnswerRecord>;
export type CallbackHeader = 'openplug-delivery' | 'openplug-attempt' | 'openplug-previous-sign';

type ParameterName =
  | keyof typeof signedRequestRules
  | { [Name in EndpointName]: keyof (typeof documentedEndpoints)[Name]['parameters'] }[EndpointName];

/** The refusals that only some endpoints have. */
export type OwnRefusal = (typeof documentedEndpoints)[EndpointName]['refusals'][number];

interface OperationTexts {
  summary: string;
  description: string;
  answer: string;
  /** Other words for parameters that mean something else here. */
  parameters?: Record<string, string>;
}

/** The words of the OpenAPI document, in Markdown where it is read as such. Everything else in it follows from the rules. */
export interface DocumentTexts {
  title: string;
  description: string;
  server: string;
  signature: string;
  body: string;
  operations: Record<EndpointName, OperationTexts>;
  parameters: Record<ParameterName, string> & Record<string, string>;
  fields: {
    user: Record<UserField, string>;
    order: Record<OrderField, string>;
    sandboxUser: Record<SandboxUserField, string>;
    fetchedCallback: Record<FetchedCallbackField, string>;
    reportedAttempt: Record<ReportedAttemptField, string>;
    sign: string;
    createdGoods: string;
    error: { message: string; errors: string };
  };
  statuses: Record<number, string>;
  /** The words that end the first sentence about a status, for the endpoints that have this refusal. */
  refusals: Record<OwnRefusal, string>;
  headers: { requestId: string; help: string; allow: string; retryAfter: string };
  callback: {
    summary: string;
    description: string;
    headers: Record<CallbackHeader, string>;
    success: string;
    redirect: string;
    failure: string;
  };
}
