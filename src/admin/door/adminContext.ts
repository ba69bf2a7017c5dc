import type { Locals } from 'express-serve-static-core';
import type { CallerLimits } from '../../limits/callerLimits.ts';
import type { CallbackSchedule } from '../../rules/callbacks/callbackSchedule.ts';
import type { PostResult } from '../../store/deliveries/finishAttempt.ts';
import type { NewRefusedPayment } from '../../store/orders/refusedPayments.ts';
import type { RejectionRecorder } from '../../store/rejections/rejectionRecorder.ts';
import type { Store, StoreActor } from '../../store/database/store.ts';
import type { AttemptBodies } from '../deliveries/attemptBodies.ts';
import type { Role } from './role.ts';
import type { Budgeted } from '../guards/withBudget.ts';

/** Who asks, and what their request works on. */
export interface AdminContext extends Budgeted {
  /** When the request arrived. */
  actor: Actor;
  /** Whose key it is now; null: it was revoked since. */
  findActorNow: () => Promise<Actor | null>;
  /** Of attempts, read at most once each. */
  bodies: AttemptBodies;
  /** Those of the response. */
  locals: Locals;
  /** Its store writes down what the actor changes. */
  settings: AdminSettings;
}

export interface Actor extends StoreActor {
  role: Role;
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
