import { fillIn, type Phrase } from '../phrases/sentence.ts';
import type { AttemptOutcome } from './judgeResponse.ts';

/** The facts of an ended attempt that a person needs. */
export interface EndedAttempt {
  outcome: AttemptOutcome;
  httpStatus: number | null;
  error: string | null;
  hint: string | null;
  /** The address that was dialled. Null: no connection was made. */
  remoteAddress: string | null;
}

export interface NotificationPhrase extends Phrase {
  code: NotificationPhraseCode;
}

const paidNevertheless = 'the user may have paid nevertheless';

/** The sentences about a notification in English. A name in braces is replaced by its value. */
const english = {
  UNPAID: 'The order is not paid.',
  REFUSED_SOLD_OUT: `A payment was refused at {at}, since the goods were sold out; ${paidNevertheless}.`,
  REFUSED_ALREADY_PAID: `A payment was refused at {at}, since the order was paid at another time; ${paidNevertheless}.`,
  REFUSED_IMPLAUSIBLE: `A payment was refused at {at}, since its paidAt is implausible (check its time zone); ${paidNevertheless}.`,
  REFUSED_IMPLAUSIBLE_PAID_AT: `A payment was refused at {at}, since its paidAt, {paidAt}, is implausible (check its time zone); ${paidNevertheless}.`,
  ACKNOWLEDGED: 'The developer acknowledged.',
  ACKNOWLEDGED_AT: 'The developer acknowledged at {at}.',
  ANOTHER_ASKED_FOR: 'Another notification was requested.',
  NO_URL_AT_PAYMENT: 'The plugin had no callback URL when the order was paid; there is still none.',
  NO_URL_AT_PAYMENT_BUT_NOW:
    'The plugin had no callback URL when the order was paid; there is one now, and resendDelivery will use it; ' +
    'createDeliveries does so for all such orders.',
  SENDER_GONE:
    'The process that was sending a notification should have ended by {at}, and no sweeper has taken over. See whether one runs.',
  STARTED_IN_FUTURE:
    'A notification was started while the clock was far ahead, and nobody is sending it now. A sweeper gives it up within ' +
    'seconds; see whether one runs.',
  SENDING_NOW: 'A notification is being sent now.',
  URL_REMOVED: 'The callback URL was removed; notifications wait for a new one.',
  PAUSED: 'Deliveries of this plugin are paused; nothing is lost or counted meanwhile.',
  SECRET_UNREADABLE:
    'openplug cannot read the secret of the plugin, or a replaced one that is still valid. Both sign notifications. They ' +
    'wait, and none is counted, until it has the ENCRYPTION_KEY that sealed the secret, or the secret is reset without an ' +
    'overlap.',
  WAITS_FOR_LISTENER:
    'It waits for a listener of its developer (`openplug listen`), since the plugin has no callback URL.',
  OVERDUE:
    'The next notification has been due since {at}. It waits for others of this plugin whose receiver is slow, or no ' +
    'sweeper runs.',
  DUE: 'The next notification is due at {at}.',
  CANCELLED: 'The delivery was cancelled.',
  EXHAUSTED_ONE: 'The only automatic notification failed.',
  EXHAUSTED: 'All {count} automatic notifications failed.',
  ATTEMPT_STARTED: '{attempt} is being sent.',
  ATTEMPT_ACKNOWLEDGED: '{attempt} was acknowledged.',
  ATTEMPT_UNEXPECTED_STATUS: '{attempt} was answered with status {status}.',
  ATTEMPT_UNEXPECTED_BODY: '{attempt} was answered with status {status}, but not with SUCCESS.',
  ATTEMPT_NOT_MODIFIED: '{attempt} was answered with status {status}.',
  ATTEMPT_REDIRECTED: '{attempt} was answered with the redirect {status}.',
  ATTEMPT_TIMED_OUT: '{attempt} had no complete answer in time.',
  ATTEMPT_NOT_CONNECTED: '{attempt} could not be made.',
  ATTEMPT_NO_USABLE_ANSWER: '{attempt} reached the receiver, but got no usable answer.',
  ATTEMPT_BROKE_OFF: '{attempt} broke off after status {status}.',
  ATTEMPT_TLS_FAILED: '{attempt} failed to establish a secure connection.',
  ATTEMPT_ADDRESS_REFUSED: '{attempt} was not made, since the address may not be called.',
  ATTEMPT_ABANDONED: '{attempt} was interrupted on our side; whether it arrived is unknown.',
} as const;

export type NotificationPhraseCode = keyof typeof english;

/** The codes that a sentence about a notification can have. */
export const notificationPhraseCodes = Object.keys(english) as NotificationPhraseCode[];

/** Writes sentences in English, one after the other. The `detail` of an attempt follows its sentence, after a colon. */
export function writePhrases(phrases: readonly NotificationPhrase[]): string {
  return phrases.map(writePhrase).join(' ');
}

function writePhrase({ code, values }: NotificationPhrase): string {
  const { number, asked, detail } = values;
  const attempt = number === undefined ? 'The message' : `Attempt ${number}${asked ? ', which staff requested,' : ''}`;
  const sentence = fillIn(english[code], { ...values, attempt });
  return detail ? `${sentence.slice(0, -1)}: ${detail}.` : sentence;
}

/**
 * Says how an attempt ended. `asked`: staff requested it. The detail is the hint, or else the error, as it is stored. Without a
 * number it is about a message that belongs to no order.
 */
export function attemptPhrase(attempt: EndedAttempt & { number?: number }, asked = false): NotificationPhrase {
  const { number, httpStatus } = attempt;
  const detail = attempt.hint ?? attempt.error;
  return {
    code: `ATTEMPT_${endingOf(attempt)}`,
    values: {
      ...(number === undefined ? {} : { number: String(number) }),
      ...(asked ? { asked: 'STAFF' } : {}),
      ...(httpStatus === null ? {} : { status: String(httpStatus) }),
      ...(detail ? { detail } : {}),
    },
  };
}

/** Returns the rest of a sentence that begins with "The attempt …", without a full stop. */
export function explainAttempt(attempt: EndedAttempt): string {
  return writePhrase(attemptPhrase(attempt)).slice('The message '.length, -1);
}

function endingOf({ outcome, httpStatus, remoteAddress }: EndedAttempt) {
  if (outcome === 'REDIRECTED') return httpStatus === 304 ? 'NOT_MODIFIED' : outcome;
  if (outcome !== 'CONNECTION_FAILED') return outcome;
  if (httpStatus !== null) return 'BROKE_OFF';
  return remoteAddress === null ? 'NOT_CONNECTED' : 'NO_USABLE_ANSWER';
}
