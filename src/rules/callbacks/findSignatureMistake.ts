import { sentenceOf, type Sentence } from '../phrases/sentence.ts';
import { sign, type SigningSecrets } from '../signing/signature.ts';
import type { AttemptOutcome } from './judgeResponse.ts';
import { findMistakeIn, receiverTexts, signatureMistakes } from './signatureMistakes.ts';

/** A message that a receiver did not acknowledge. */
export interface RefusedMessage {
  resource: Readonly<Record<string, string | number>>;
  secrets: SigningSecrets;
  /** The body of the receiver's answer. */
  answer: string | null;
}

/** After this time no further message is posted; one that is under way may still finish. See `isOver`. */
export const longestSearchMs = 10_000;

/**
 * Finds the known mistake that a receiver makes when it verifies the signature: by the signature in its answer, or by
 * posting the message again with the signature of each mistake. Returns sentences for its developer. `ask` posts a body.
 * The search ends when `isOver` says so. The resource must not be a payment: a receiver with a mistake accepts one of the
 * messages.
 */
export async function findSignatureMistake(
  { resource, secrets, answer }: RefusedMessage,
  ask: (body: string) => Promise<AttemptOutcome>,
  isOver: () => boolean,
): Promise<Sentence[]> {
  const shown = findMistakeIn(answer ?? '', resource, [secrets.current, ...secrets.previous]);
  if (shown) return shown.sentences;
  for (const mistake of signatureMistakes) {
    if (isOver()) return [];
    const wrong = { resource, sign: sign(mistake.hashed(resource), secrets.current) };
    const outcome = await ask(JSON.stringify(wrong));
    if (outcome === 'ACKNOWLEDGED') return mistake.sentences;
    if (!mayMisread(outcome)) return [];
  }
  const count = String(signatureMistakes.length);
  return [sentenceOf(receiverTexts, 'RECEIVER_HAS_NO_USUAL_MISTAKE', { count })];
}

/** Says whether a wrong verification may be the reason for this outcome. */
export function mayMisread(outcome: AttemptOutcome): boolean {
  return outcome === 'UNEXPECTED_STATUS' || outcome === 'UNEXPECTED_BODY';
}
