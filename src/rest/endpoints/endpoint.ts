import type { CallerLimits } from '../../limits/callerLimits.ts';
import type { RequestTurns } from '../../limits/requestTurns.ts';
import type { Parameters } from '../../rules/signing/canonicalString.ts';
import type { EndpointRules } from '../../rules/signing/endpoints.ts';
import type { ParameterRules, signedRequestRules, ValuesOf } from '../../rules/signing/parameters.ts';
import type { RejectionRecorder } from '../../store/rejections/rejectionRecorder.ts';
import type { Store } from '../../store/database/store.ts';

/** The needs of the endpoints in the process they run in. */
export interface RestSettings {
  store: Store;
  clock: () => Date;
  requestToleranceSeconds: number;
  limits: CallerLimits;
  turns: RequestTurns;
  /** Keeps what was refused, for staff. */
  rejections: RejectionRecorder;
  /** Called for each request that no secret verified, while one of the plugin's cannot be decrypted. */
  onRequestUnverifiable(pluginId: string): void;
  /** IANA name of the zone in which created_at and paid_at are written. */
  timeZone: string;
}

/** A call whose parameters hold, and nothing else is known. */
export interface ReadCall {
  endpoint: Endpoint;
  /** The caller's. */
  address: string | null;
  /** The length of its query and body. */
  receivedBytes: number;
  parameters: Parameters;
  values: ValuesOf<typeof signedRequestRules>;
  now: Date;
  /** False: the caller has left. */
  isWanted(): boolean;
}

/** A call whose parameters hold, whose time is right and whose signature verifies. */
export interface SignedCall<Rules extends ParameterRules> {
  settings: RestSettings;
  pluginId: string;
  /** The secret that verified the request, which therefore signs the response. */
  secret: string;
  values: ValuesOf<Rules>;
  now: Date;
}

export interface Endpoint<Rules extends ParameterRules = ParameterRules> extends EndpointRules<Rules> {
  /** Returns the body of the 200 response; throws a Refusal. */
  answer(call: SignedCall<Rules & typeof signedRequestRules>): Promise<object>;
}

/** Ties the type of `answer` to that of `parameters`. */
export function endpoint<Rules extends ParameterRules>(
  rules: EndpointRules<Rules>,
  answer: Endpoint<Rules>['answer'],
): Endpoint {
  return { ...rules, answer };
}
