import type { CallerLimits } from '../../limits/callerLimits.ts';
import type { RequestTurns } from '../../limits/requestTurns.ts';
import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import type { Language } from '../../rules/failures/valueProblems.ts';
import type { Parameters } from '../../rules/signing/canonicalString.ts';
import type { EndpointRules } from '../../rules/signing/specifiedEndpoints.ts';
import type { ParameterRules, signedRequestRules, ValuesOf } from '../../rules/signing/parameters.ts';
import type { AttemptOver } from '../../store/deliveries/closeAttempts.ts';
import type { RejectionRecorder } from '../../store/rejections/rejectionRecorder.ts';
import type { Store } from '../../store/database/store.ts';
import type { SignedRead } from '../../store/plugins/pluginSecrets.ts';

/** The needs of the endpoints in the process they run in. */
export interface RestSettings {
  store: Store;
  clock: () => Date;
  /** The largest difference between a timestamp and the clock (REQUEST_TOLERANCE_S). */
  requestToleranceSeconds: number;
  limits: CallerLimits;
  turns: RequestTurns;
  /** Keeps what was refused, for staff. */
  rejections: RejectionRecorder;
  /** Called for each request that no secret verified, while one of the plugin's cannot be decrypted. */
  onRequestUnverifiable(pluginId: string): void;
  /** IANA name of the zone in which created_at and paid_at are written (PLATFORM_TIMEZONE). */
  timeZone: string;
  // The rest is for rehearsals.
  /** The time for which a new access token is valid (ACCESS_TOKEN_TTL_S). */
  accessTokenTtlSeconds: number;
  schedule: CallbackSchedule;
  /** The time for which a listener has a callback to itself: CALLBACK_TIMEOUT_S plus CALLBACK_LEASE_MARGIN_S. */
  leaseMs: number;
  /** Names this process in the rows of attempts. */
  worker: string;
  /** Called for each attempt that a report has closed. */
  onAttemptReported(over: AttemptOver): void;
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
  /** Returns the language of the texts for people. Most answers have none. */
  language(): Language;
  /** False: the caller has left. */
  isWanted(): boolean;
}

/** A call whose parameters hold, whose time is right and whose signature verifies. */
export interface SignedCall<Rules extends ParameterRules, Found> {
  settings: RestSettings;
  pluginId: string;
  /** The secret that verified the request, which therefore signs the response. */
  secret: string;
  values: ValuesOf<Rules>;
  /** The row that `find` found; null: none. */
  found: Found | null;
  now: Date;
  /** Returns the language of the texts for people in the answer. */
  language(): Language;
}

export interface Endpoint<Rules extends ParameterRules = ParameterRules, Found = unknown> extends EndpointRules<Rules> {
  /** Reads the secrets of the plugin and what the answer is made of. Null: there is no such plugin. */
  find(store: Store, values: ValuesOf<Rules & typeof signedRequestRules>, now: Date): Promise<SignedRead<Found> | null>;
  /** Returns the body of the 200 response; throws a Refusal. */
  answer(call: SignedCall<Rules & typeof signedRequestRules, Found>): Promise<object> | object;
}

/** Ties the types of `find` and `answer` to that of `parameters`. */
export function endpoint<Rules extends ParameterRules, Found>(
  rules: EndpointRules<Rules>,
  functions: Pick<Endpoint<Rules, Found>, 'find' | 'answer'>,
): Endpoint {
  return { ...rules, ...functions };
}
