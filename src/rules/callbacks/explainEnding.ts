import { hintPhrase } from './hintPhrase.ts';
import { attemptPhrase, type EndedAttempt, type NotificationPhrase } from './notificationPhrases.ts';

/**
 * Says in a sentence how an attempt ended, or that it has not, with its hint. An error is left out, since it is mostly the text
 * of a library, in English; one that is itself a hint is said. `asked`: staff requested the attempt.
 */
export function explainEnding(attempt: EndedAttempt & { number: number }, asked = false): NotificationPhrase {
  const isHint = attempt.error !== null && hintPhrase(attempt.error) !== null;
  return attemptPhrase(isHint ? attempt : { ...attempt, error: null }, asked);
}
