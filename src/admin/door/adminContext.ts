import { OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../../http/requestContext.ts';
import type { CallerLimits } from '../../limits/callerLimits.ts';
import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import { actingAs } from '../../store/audit/audit.ts';
import type { Store } from '../../store/database/store.ts';
import { findAttemptBodies } from '../../store/deliveries/deliveryAttempts.ts';
import type { PostResult } from '../../store/deliveries/attemptResult.ts';
import type { KeyHolder } from '../../store/keys/apiKeys.ts';
import type { NewRefusedPayment } from '../../store/orders/refusedPayments.ts';
import type { RejectionRecorder } from '../../store/rejections/rejectionRecorder.ts';
import { AttemptBodies } from '../deliveries/attemptBodies.ts';
import type { AnswerBudget } from '../guards/answerBudget.ts';
import type { Pace } from '../guards/pace.ts';

/** The facts of a request whose operation is not known yet. */
export interface StaffRequest {
  /** The facts of the request, for the log, the metrics and the traces. */
  request: RequestContext;
  settings: AdminSettings;
  budget: AnswerBudget;
  /** The pace, which all requests share. */
  pace: Pace;
}

/** The facts of a request, and what its operation works on. */
export interface AdminContext extends StaffRequest {
  /** The holder of the key when the request arrived. */
  actor: KeyHolder;
  /** Returns the holder of the key now; null: it was revoked since. */
  findActorNow: () => Promise<KeyHolder | null>;
  /** The store, which names the actor in the audit log. */
  store: Store;
  /** The bodies of attempts, each read at most once. */
  bodies: AttemptBodies;
}

/** Returns the context in which an operation is executed: mutations and queries have different connections. */
export function adminContext(staff: StaffRequest, { operation }: OperationDefinitionNode): AdminContext {
  const { actor, findActorNow } = staff.request.staff!;
  const { changesStore, queriesStore } = staff.settings;
  const store = actingAs(operation === OperationTypeNode.MUTATION ? changesStore : queriesStore, actor);
  const bodies = new AttemptBodies(async (ids) => findAttemptBodies(store, ids), staff.budget);
  return { actor, findActorNow, store, bodies, ...staff };
}

/** The parts of the process that the admin door needs. */
export interface AdminSettings {
  /** The connections of staff, for queries. */
  queriesStore: Store;
  /** The connections for mutations. Payments are mutations and must not wait behind the queries of staff. */
  changesStore: Store;
  clock: () => Date;
  adminToken: string;
  /** The time without use after which a session of the console ends (SESSION_IDLE_S). */
  sessionIdleMs: number;
  /** The time after which a session of the console ends, however much it is used (SESSION_LIFETIME_S). */
  sessionLifetimeMs: number;
  limits: CallerLimits;
  /** The time for which a new access token is valid (ACCESS_TOKEN_TTL_S). */
  accessTokenTtlSeconds: number;
  /** The largest difference between a timestamp and the clock (REQUEST_TOLERANCE_S). */
  requestToleranceSeconds: number;
  /** Keeps the requests that the REST door of this process refused. */
  rejections: RejectionRecorder;
  /** Called when a payment is refused. The store keeps the refused payment, too. */
  onPaymentRefused(refused: NewRefusedPayment): void;
  schedule: CallbackSchedule;
  /** The time for which a worker has a delivery to itself: CALLBACK_TIMEOUT_S plus CALLBACK_LEASE_MARGIN_S. */
  leaseMs: number;
  /** The IANA name of the zone in which created_at and paid_at are written (PLATFORM_TIMEZONE). */
  timeZone: string;
  /** Makes one POST exactly as a callback is made. */
  post(url: string, body: string, headers: Record<string, string>): Promise<PostResult>;
}
