import type { RequestContext } from '../../http/requestContext.ts';
import type { CallerLimits } from '../../limits/callerLimits.ts';
import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import type { PostResult } from '../../store/deliveries/finishAttempt.ts';
import type { NewRefusedPayment } from '../../store/orders/refusedPayments.ts';
import type { RejectionRecorder } from '../../store/rejections/rejectionRecorder.ts';
import type { Store } from '../../store/database/store.ts';
import type { AttemptBodies } from '../deliveries/attemptBodies.ts';
import type { Budgeted } from '../guards/withBudget.ts';
import type { KeyHolder } from '../../store/keys/apiKeys.ts';

/** Who asks, and what their request works on. */
export interface AdminContext extends Budgeted {
  /** When the request arrived. */
  actor: KeyHolder;
  /** Whose key it is now; null: it was revoked since. */
  findActorNow: () => Promise<KeyHolder | null>;
  /** Of attempts, read at most once each. */
  bodies: AttemptBodies;
  /** The facts of the request, for those who watch. */
  request: RequestContext;
  /** Its store writes down what the actor changes. */
  settings: AdminSettings;
}

/** What the admin door needs from the process it runs in. */
export interface AdminSettings {
  /** Its connections are those of staff. In a request, that of its operation. */
  store: Store;
  /** For mutations, which are payments among others: they must not wait behind whatever staff look for. */
  changesStore: Store;
  clock: () => Date;
  adminToken: string;
  limits: CallerLimits;
  accessTokenTtlSeconds: number;
  requestToleranceSeconds: number;
  /** Keeps what the REST door of this process refused. */
  rejections: RejectionRecorder;
  /** Besides being kept: tells whoever watches. */
  onPaymentRefused(refused: NewRefusedPayment): void;
  schedule: CallbackSchedule;
  /** How long a worker of a sweeper has a delivery to itself. */
  leaseMs: number;
  /** IANA name of the zone in which created_at and paid_at are written. */
  timeZone: string;
  /** Makes one POST exactly as a callback is made. */
  post(url: string, body: string, headers: Record<string, string>): Promise<PostResult>;
}
