import { explainEnding } from './explainEnding.ts';
import { writePhrases, type EndedAttempt, type NotificationPhrase } from './notificationPhrases.ts';
import { latestLeaseEnd } from './lease.ts';
import type { AttemptTrigger, DeliveryStatus } from './deliveryStates.ts';

export interface Notification {
  code: 'UNPAID' | 'NO_CALLBACK_URL' | 'WAITING' | 'IN_FLIGHT' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'PAUSED';
  message: string;
  /** The sentences of the message, as data. */
  phrases: NotificationPhrase[];
  nextAttemptAt: Date | null;
}

/** The reason why a payment was refused. */
export type PaymentRefusalReason = 'SOLD_OUT' | 'ALREADY_PAID' | 'IMPLAUSIBLE_PAID_AT';

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
  const { code, phrases } = findPhrases(facts, now);
  const nextAttemptAt = facts.isPaid ? (facts.delivery?.nextAttemptAt ?? null) : null;
  return { code, message: writePhrases(phrases), phrases, nextAttemptAt };
}

type Answer = Pick<Notification, 'code' | 'phrases'>;

function findPhrases(facts: NotificationFacts, now: Date): Answer {
  const { delivery, lastAttempt } = facts;
  if (!facts.isPaid) return { code: 'UNPAID', phrases: [say('UNPAID'), ...sayRefused(facts)] };
  // The delivery may have been read after the order: then it knows of an acknowledgement that came in between.
  if (facts.acknowledgedAt || delivery?.status === 'DELIVERED') return explainDelivered(facts, now);
  if (!delivery) {
    const why = facts.callbackUrl === null ? 'NO_URL_AT_PAYMENT' : 'NO_URL_AT_PAYMENT_BUT_NOW';
    return { code: 'NO_CALLBACK_URL', phrases: [say(why)] };
  }

  const last = lastAttempt ? [explainEnding(lastAttempt)] : [];
  const next = explainNext(facts, delivery, now);
  if (next) {
    const { code, phrase } = next;
    return { code, phrases: next.lastAttemptFirst ? [...last, phrase] : [phrase, ...last] };
  }
  if (delivery.status === 'CANCELLED') return { code: 'CANCELLED', phrases: [say('CANCELLED'), ...last] };
  return { code: 'EXHAUSTED', phrases: [sayExhausted(delivery.maxNotifications), ...last] };
}

function say(code: NotificationPhrase['code'], values: Record<string, string> = {}): NotificationPhrase {
  return { code, values };
}

/** Says that a payment was refused; nothing if none was. */
function sayRefused({ refusedPayment }: NotificationFacts): NotificationPhrase[] {
  if (!refusedPayment) return [];
  const { reason, lastAt, paidAt } = refusedPayment;
  const at = lastAt.toISOString();
  if (reason !== 'IMPLAUSIBLE_PAID_AT') return [say(`REFUSED_${reason}`, { at })];
  if (!paidAt) return [say('REFUSED_IMPLAUSIBLE', { at })];
  return [say('REFUSED_IMPLAUSIBLE_PAID_AT', { at, paidAt: paidAt.toISOString() })];
}

/** Explains a delivery that was acknowledged. A resend that staff requested afterwards is mentioned, too. */
function explainDelivered(facts: NotificationFacts, now: Date): Answer {
  const { acknowledgedAt, delivery, lastAttempt } = facts;
  const at = acknowledgedAt?.toISOString();
  const isRefusedResend = lastAttempt?.trigger === 'MANUAL' && lastAttempt.outcome !== 'ACKNOWLEDGED';
  const next = delivery && explainNext(facts, delivery, now);
  return {
    code: 'DELIVERED',
    phrases: [
      at === undefined ? say('ACKNOWLEDGED') : say('ACKNOWLEDGED_AT', { at }),
      ...(isRefusedResend ? [explainEnding(lastAttempt, true)] : []),
      ...(delivery?.nextAttemptAt ? [say('ANOTHER_ASKED_FOR')] : []),
      ...(next ? [next.phrase] : []),
    ],
  };
}

interface NextNotification extends Pick<Notification, 'code'> {
  phrase: NotificationPhrase;
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
    return { code: 'WAITING', phrase: say('SENDER_GONE', { at: leaseExpiresAt.toISOString() }) };
  }
  if (leaseExpiresAt && leaseExpiresAt > latestLeaseEnd(now, leaseMs)) {
    return { code: 'WAITING', phrase: say('STARTED_IN_FUTURE') };
  }
  if (leaseExpiresAt) return { code: 'IN_FLIGHT', phrase: say('SENDING_NOW') };
  if (!nextAttemptAt) return null;
  if (callbackUrl === null && !isSandbox) return { code: 'NO_CALLBACK_URL', phrase: say('URL_REMOVED') };
  if (deliveriesPaused) return { code: 'PAUSED', phrase: say('PAUSED') };
  if (!canSign) return { code: 'WAITING', phrase: say('SECRET_UNREADABLE') };
  if (callbackUrl === null && nextAttemptAt <= now) {
    return { code: 'WAITING', phrase: say('WAITS_FOR_LISTENER'), lastAttemptFirst: true };
  }
  const due = isLongAgo(nextAttemptAt) ? 'OVERDUE' : 'DUE';
  return { code: 'WAITING', phrase: say(due, { at: nextAttemptAt.toISOString() }), lastAttemptFirst: true };
}

function sayExhausted(maxNotifications: number): NotificationPhrase {
  return maxNotifications === 1 ? say('EXHAUSTED_ONE') : say('EXHAUSTED', { count: String(maxNotifications) });
}
