import { type CallbackSchedule, nextNotificationAt } from './callbackSchedule.ts';

/*
 * The states of a delivery, and what each event makes of it and of its order. docs/delivery-states.md has the diagram. Two
 * events change no state: while the callback URL is missing or deliveries are paused, nothing of the plugin is claimed.
 */

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED';
export type AttemptTrigger = 'AUTOMATIC' | 'MANUAL';

/** The facts of a delivery by which its next state is decided. Each function below returns a new one. */
export interface DeliveryState {
  status: DeliveryStatus;
  /** The most automatic notifications that it gets: CALLBACK_MAX_NOTIFICATIONS when it was created. */
  maxNotifications: number;
  /** Automatic notifications so far, without those that were put back. */
  automaticCount: number;
  /** Attempts so far; the number of the newest one. */
  attemptCount: number;
  /** The time of the next automatic notification. Null while one is in flight, and unless the delivery is PENDING. */
  nextAutomaticAt: Date | null;
  /** Manual notifications that were requested and are not yet in flight, and since when. */
  pendingResends: number;
  resendRequestedAt: Date | null;
  /** The time of the last request for one. */
  lastResendAskedAt: Date | null;
  /** The lease of the attempt in flight; null: there is none. */
  leaseToken: string | null;
  leaseExpiresAt: Date | null;
  /** The lease of the attempt that was in flight when the delivery was cancelled. */
  cancelledLease: string | null;
}

/** An event's consequences. An order that is acknowledged for the first time keeps the time. */
export interface Transition {
  delivery: DeliveryState;
  isAcknowledged: boolean;
}

/** Created: the first automatic notification is due immediately. */
export function createdAt(now: Date, schedule: CallbackSchedule): DeliveryState {
  return {
    status: 'PENDING',
    maxNotifications: schedule.maxNotifications,
    automaticCount: 0,
    attemptCount: 0,
    nextAutomaticAt: nextNotificationAt(0, now, schedule),
    pendingResends: 0,
    resendRequestedAt: null,
    lastResendAskedAt: null,
    leaseToken: null,
    leaseExpiresAt: null,
    cancelledLease: null,
  };
}

/**
 * Created by a resend request, for an order that was paid while its plugin had no callback URL. The manual notification
 * is due immediately. The automatic ones begin after the first delay, which gives the manual one time.
 */
export function createdByResend(now: Date, schedule: CallbackSchedule): DeliveryState {
  const created = createdAt(now, schedule);
  return { ...resendRequested(created, now), nextAutomaticAt: nextNotificationAt(1, now, schedule) ?? now };
}

/** The time of the next notification of either kind; null: there is none. */
export function dueAt({ nextAutomaticAt, resendRequestedAt }: DeliveryState): Date | null {
  if (nextAutomaticAt === null || resendRequestedAt === null) return nextAutomaticAt ?? resendRequestedAt;
  return nextAutomaticAt < resendRequestedAt ? nextAutomaticAt : resendRequestedAt;
}

/** The kind of the next notification. A manual one goes first when both are due at the same time. */
export function nextTrigger({ nextAutomaticAt, resendRequestedAt }: DeliveryState): AttemptTrigger {
  if (resendRequestedAt === null) return 'AUTOMATIC';
  return nextAutomaticAt === null || resendRequestedAt <= nextAutomaticAt ? 'MANUAL' : 'AUTOMATIC';
}

/** Claimed: the next notification is in flight. Call it only for a delivery that is due and has no lease. */
export function claimed(delivery: DeliveryState, leaseToken: string, leaseExpiresAt: Date): DeliveryState {
  const inFlight = { ...delivery, attemptCount: delivery.attemptCount + 1, leaseToken, leaseExpiresAt };
  if (nextTrigger(delivery) === 'AUTOMATIC') {
    return { ...inFlight, automaticCount: delivery.automaticCount + 1, nextAutomaticAt: null };
  }
  const pendingResends = delivery.pendingResends - 1;
  const resendRequestedAt = pendingResends > 0 ? delivery.resendRequestedAt : null;
  return { ...inFlight, pendingResends, resendRequestedAt };
}

/** The kind of the attempt in flight, for a delivery whose attempt's row is missing. */
export function triggerInFlight({ status, nextAutomaticAt }: DeliveryState): AttemptTrigger {
  return status === 'PENDING' && nextAutomaticAt === null ? 'AUTOMATIC' : 'MANUAL';
}

/** Acknowledged: the delivery is DELIVERED, whatever its state was. Waiting manual notifications are still made. */
export function acknowledged(delivery: DeliveryState): Transition {
  return { delivery: { ...released(delivery), status: 'DELIVERED', nextAutomaticAt: null }, isAcknowledged: true };
}

/** Acknowledged late, after the lease was lost: the same, but a lease that another worker has by now is left to it. */
export function acknowledgedLate(delivery: DeliveryState): Transition {
  return { delivery: { ...delivery, status: 'DELIVERED', nextAutomaticAt: null }, isAcknowledged: true };
}

/**
 * Failed or abandoned. After an automatic notification the next one is due when its delay, counted from `retryFrom`, has
 * passed. When none is left, the delivery is EXHAUSTED. A manual notification changes neither.
 */
export function failed(
  delivery: DeliveryState,
  trigger: AttemptTrigger,
  retryFrom: Date,
  delaysSeconds: readonly number[],
): Transition {
  const { maxNotifications, automaticCount } = delivery;
  const nextAt = nextNotificationAt(automaticCount, retryFrom, { maxNotifications, delaysSeconds });
  return ended(delivery, trigger === 'AUTOMATIC' ? nextAt : delivery.nextAutomaticAt);
}

/**
 * Put back: the attempt was never sent. The delivery is as if it had not been claimed, and due immediately. A manual
 * notification that was cancelled meanwhile is not put back.
 */
export function putBack(delivery: DeliveryState, trigger: AttemptTrigger, now: Date): Transition {
  if (trigger === 'AUTOMATIC') return ended({ ...delivery, automaticCount: delivery.automaticCount - 1 }, now);
  if (delivery.cancelledLease === delivery.leaseToken) return ended(delivery, delivery.nextAutomaticAt);
  const pendingResends = delivery.pendingResends + 1;
  const resendRequestedAt = delivery.resendRequestedAt ?? now;
  return ended({ ...delivery, pendingResends, resendRequestedAt }, delivery.nextAutomaticAt);
}

/** Resend requested: one more notification, in any state, besides the automatic ones. */
export function resendRequested(delivery: DeliveryState, now: Date): DeliveryState {
  return {
    ...delivery,
    pendingResends: delivery.pendingResends + 1,
    resendRequestedAt: delivery.resendRequestedAt ?? now,
    lastResendAskedAt: now,
  };
}

/**
 * Cancelled: no automatic notification follows, and manual ones that wait are dropped. An attempt in flight is not
 * stopped. Null: the delivery has ended otherwise and there is nothing to drop.
 */
export function cancelled(delivery: DeliveryState): DeliveryState | null {
  const { status, pendingResends, leaseToken } = delivery;
  const hasNothingToDrop = pendingResends === 0 && leaseToken === null;
  if (hasNothingToDrop && (status === 'DELIVERED' || status === 'EXHAUSTED')) return null;
  return {
    ...delivery,
    status: status === 'PENDING' ? 'CANCELLED' : status,
    nextAutomaticAt: null,
    pendingResends: 0,
    resendRequestedAt: null,
    cancelledLease: leaseToken,
  };
}

/** Ends an attempt that was not acknowledged. A PENDING delivery without a next automatic notification is EXHAUSTED. */
function ended(delivery: DeliveryState, nextAt: Date | null): Transition {
  const isPending = delivery.status === 'PENDING';
  const nextAutomaticAt = isPending ? nextAt : null;
  const status = isPending && nextAt === null ? 'EXHAUSTED' : delivery.status;
  return { delivery: { ...released(delivery), status, nextAutomaticAt }, isAcknowledged: false };
}

function released(delivery: DeliveryState): DeliveryState {
  return { ...delivery, leaseToken: null, leaseExpiresAt: null };
}
