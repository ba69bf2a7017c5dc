import type { AttemptOutcome } from './judgeResponse.ts';
import { latestLeaseEnd } from './lease.ts';
import type { AttemptTrigger, DeliveryStatus } from './deliveryStates.ts';

export interface Notification {
  code: 'UNPAID' | 'NO_CALLBACK_URL' | 'WAITING' | 'IN_FLIGHT' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'PAUSED';
  message: string;
  nextAttemptAt: Date | null;
}

/** The reason why a payment was refused. */
export type PaymentRefusalReason = 'SOLD_OUT' | 'ALREADY_PAID' | 'IMPLAUSIBLE_PAID_AT';

/** The facts of an ended attempt that a person needs. */
export interface EndedAttempt {
  outcome: AttemptOutcome;
  httpStatus: number | null;
  error: string | null;
  hint: string | null;
  /** The address that was dialled. Null: no connection was made. */
  remoteAddress: string | null;
}

export interface NotificationFacts {
  isPaid: boolean;
  /** The newest one; null: none, or the order is paid. */
  refusedPayment: { lastAt: Date; reason: PaymentRefusalReason; paidAt: Date | null } | null;
  acknowledgedAt: Date | null;
  callbackUrl: string | null;
  /** True: a sandbox plugin. A listener fetches its notifications while it has no callback URL. */
  isSandbox: boolean;
  deliveriesPaused: boolean;
  /** False: a signing secret of the plugin cannot be decrypted with the present keys. Also true while nothing is due. */
  canSign: boolean;
  /** The time for which a worker has a delivery to itself: CALLBACK_TIMEOUT_S plus CALLBACK_LEASE_MARGIN_S. */
  leaseMs: number;
  delivery: {
    status: DeliveryStatus;
    /** The end of the lease of the worker that sends. Null: nobody sends. */
    leaseExpiresAt: Date | null;
    /** The earliest notification that is scheduled, automatic or manual. */
    nextAttemptAt: Date | null;
    maxNotifications: number;
  } | null;
  /** The newest attempt that has ended. */
  lastAttempt: (EndedAttempt & { number: number; trigger: AttemptTrigger }) | null;
}

/** A sweeper comes every second. What has waited for this long waits for something else. */
const longestWaitMs = 60_000;

/** Explains to staff, in a few sentences, whether the developer was notified of a payment, and if not, why not. */
export function explainNotification(facts: NotificationFacts, now: Date): Notification {
  const { delivery, lastAttempt } = facts;
  if (!facts.isPaid) return { code: 'UNPAID', message: explainUnpaid(facts), nextAttemptAt: null };
  // The delivery may have been read after the order: then it knows of an acknowledgement that came in between.
  if (facts.acknowledgedAt || delivery?.status === 'DELIVERED') return explainDelivered(facts, now);
  if (!delivery) {
    const present =
      facts.callbackUrl === null
        ? 'there is still none'
        : 'there is one now, and resendDelivery will use it; createDeliveries does so for all such orders';
    return {
      code: 'NO_CALLBACK_URL',
      message: `The plugin had no callback URL when the order was paid; ${present}.`,
      nextAttemptAt: null,
    };
  }

  const last = lastAttempt ? `Attempt ${lastAttempt.number} ${explainAttempt(lastAttempt)}.` : '';
  const next = explainNext(facts, delivery, now);
  const say = (code: Notification['code'], ...sentences: string[]) => ({
    code,
    message: sentences.filter(Boolean).join(' '),
    nextAttemptAt: delivery.nextAttemptAt,
  });
  if (next) return next.lastAttemptFirst ? say(next.code, last, next.message) : say(next.code, next.message, last);
  if (delivery.status === 'CANCELLED') return say('CANCELLED', 'The delivery was cancelled.', last);
  return say('EXHAUSTED', describeExhaustion(delivery.maxNotifications), last);
}

function explainUnpaid({ refusedPayment }: NotificationFacts): string {
  if (!refusedPayment) return 'The order is not paid.';
  const refused = `A payment was refused at ${refusedPayment.lastAt.toISOString()}, since ${explainRefusal(refusedPayment)}`;
  return `The order is not paid. ${refused}; the user may have paid nevertheless.`;
}

function explainRefusal({ reason, paidAt }: NonNullable<NotificationFacts['refusedPayment']>): string {
  return {
    SOLD_OUT: 'the goods were sold out',
    ALREADY_PAID: 'the order was paid at another time',
    IMPLAUSIBLE_PAID_AT: `its paidAt${paidAt ? `, ${paidAt.toISOString()},` : ''} is implausible (check its time zone)`,
  }[reason];
}

/** Explains a delivery that was acknowledged. A resend that staff requested afterwards is mentioned, too. */
function explainDelivered(facts: NotificationFacts, now: Date): Notification {
  const { acknowledgedAt, delivery, lastAttempt } = facts;
  const sentences = [`The developer acknowledged${acknowledgedAt ? ` at ${acknowledgedAt.toISOString()}` : ''}.`];
  if (lastAttempt?.trigger === 'MANUAL' && lastAttempt.outcome !== 'ACKNOWLEDGED') {
    sentences.push(`Attempt ${lastAttempt.number}, which staff requested, ${explainAttempt(lastAttempt)}.`);
  }
  if (delivery?.nextAttemptAt) sentences.push('Another notification was requested.');
  const next = delivery && explainNext(facts, delivery, now);
  if (next) sentences.push(next.message);
  return { code: 'DELIVERED', message: sentences.join(' '), nextAttemptAt: delivery?.nextAttemptAt ?? null };
}

interface NextNotification extends Pick<Notification, 'code' | 'message'> {
  /** True: the failure of the last attempt is read first, since the next notification follows from it. */
  lastAttemptFirst?: true;
}

/** Describes the next notification, or the one in flight; null: there is none. */
function explainNext(
  { callbackUrl, isSandbox, deliveriesPaused, canSign, leaseMs }: NotificationFacts,
  { leaseExpiresAt, nextAttemptAt }: NonNullable<NotificationFacts['delivery']>,
  now: Date,
): NextNotification | null {
  const isLongAgo = (time: Date) => now.getTime() - time.getTime() > longestWaitMs;
  if (leaseExpiresAt && isLongAgo(leaseExpiresAt)) {
    const since = leaseExpiresAt.toISOString();
    const gone = `The process that was sending a notification should have ended by ${since}, and no sweeper has taken over.`;
    return { code: 'WAITING', message: `${gone} See whether one runs.` };
  }
  if (leaseExpiresAt && leaseExpiresAt > latestLeaseEnd(now, leaseMs)) {
    const began = 'A notification was started while the clock was far ahead, and nobody is sending it now.';
    return { code: 'WAITING', message: `${began} A sweeper gives it up within seconds; see whether one runs.` };
  }
  if (leaseExpiresAt) return { code: 'IN_FLIGHT', message: 'A notification is being sent now.' };
  if (!nextAttemptAt) return null;
  if (callbackUrl === null && !isSandbox) {
    const message = 'The callback URL was removed; notifications wait for a new one.';
    return { code: 'NO_CALLBACK_URL', message };
  }
  if (deliveriesPaused) {
    const message = 'Deliveries of this plugin are paused; nothing is lost or counted meanwhile.';
    return { code: 'PAUSED', message };
  }
  if (!canSign) {
    const unreadable =
      'openplug cannot read the secret of the plugin, or a replaced one that is still valid. Both sign notifications.';
    const what =
      'They wait, and none is counted, until it has the ENCRYPTION_KEY that sealed the secret, or the secret is reset ' +
      'without an overlap.';
    return { code: 'WAITING', message: `${unreadable} ${what}` };
  }
  if (callbackUrl === null && nextAttemptAt <= now) {
    const message =
      'It waits for a listener of its developer (`openplug listen`), since the plugin has no callback URL.';
    return { code: 'WAITING', message, lastAttemptFirst: true };
  }
  if (isLongAgo(nextAttemptAt)) {
    const overdue = `The next notification has been due since ${nextAttemptAt.toISOString()}.`;
    const why = 'It waits for others of this plugin whose receiver is slow, or no sweeper runs.';
    return { code: 'WAITING', message: `${overdue} ${why}`, lastAttemptFirst: true };
  }
  const message = `The next notification is due at ${nextAttemptAt.toISOString()}.`;
  return { code: 'WAITING', message, lastAttemptFirst: true };
}

function describeExhaustion(maxNotifications: number): string {
  if (maxNotifications === 1) return 'The only automatic notification failed.';
  return `All ${maxNotifications} automatic notifications failed.`;
}

/** Returns the rest of a sentence that begins with "The attempt …", without a full stop. */
export function explainAttempt(attempt: EndedAttempt): string {
  const detail = attempt.hint ?? attempt.error;
  const what = describeOutcome(attempt);
  return detail ? `${what}: ${detail}` : what;
}

function describeOutcome({ outcome, httpStatus, remoteAddress }: EndedAttempt): string {
  const failed = remoteAddress === null ? 'could not be made' : 'reached the receiver, but got no usable answer';
  const outcomes: Record<AttemptOutcome, string> = {
    STARTED: 'is being sent',
    ACKNOWLEDGED: 'was acknowledged',
    UNEXPECTED_STATUS: `was answered with status ${httpStatus}`,
    UNEXPECTED_BODY: `was answered with status ${httpStatus}, but not with SUCCESS`,
    REDIRECTED: `was answered with ${httpStatus === 304 ? 'status' : 'the redirect'} ${httpStatus}`,
    TIMED_OUT: 'had no complete answer in time',
    CONNECTION_FAILED: httpStatus === null ? failed : `broke off after status ${httpStatus}`,
    TLS_FAILED: 'failed to establish a secure connection',
    ADDRESS_REFUSED: 'was not made, since the address may not be called',
    ABANDONED: 'was interrupted on our side; whether it arrived is unknown',
  };
  return outcomes[outcome];
}
