import type { Sentence } from '../phrases/sentence.ts';
import { signCallback, type SigningSecrets } from '../signing/signature.ts';
import { callbackHeaders } from './callbackHeaders.ts';
import { findSignatureMistake, mayMisread, type MessageAnswer } from './findSignatureMistake.ts';

export interface TestMessage {
  resource: Readonly<Record<string, string | number>>;
  secrets: SigningSecrets;
  /** The number in the header Openplug-Attempt. */
  attempt: number;
  /**
   * False: no wrong signature is tried. A receiver with a mistake would accept one, which must not happen with a payment;
   * and with a secret that the receiver cannot know, every signature is wrong.
   */
  mayTryWrongSignatures: boolean;
}

export interface TestReport<Answer> {
  body: string;
  headers: Record<string, string>;
  answer: Answer;
  /** The body of the answer as text. */
  answerText: string | null;
  isAcknowledged: boolean;
  /** Sentences on what the receiver does wrong when it verifies the signature. */
  mistakes: Sentence[];
}

/** No wrong signature is tried after this time; a message that is under way may still finish. */
const longestSearchMs = 10_000;

/**
 * Signs a test message and posts it as a callback is posted. If it may have been refused for its signature, finds the
 * mistake that the receiver makes. `post` posts a body; `elapsedMs` reads a clock that only runs forward.
 */
export async function postTestMessage<Answer extends MessageAnswer>(
  { resource, secrets, attempt, mayTryWrongSignatures }: TestMessage,
  post: (body: string, headers: Record<string, string>) => Promise<Answer>,
  elapsedMs: () => number,
): Promise<TestReport<Answer>> {
  const { body, previousSigns } = signCallback(resource, secrets);
  const headers = callbackHeaders(String(resource['order_id']), attempt, previousSigns);
  const answer = await post(body, headers);
  const answerText = answer.responseBody && new TextDecoder().decode(answer.responseBody);
  const endsAtMs = elapsedMs() + longestSearchMs;
  const mistakes =
    mayTryWrongSignatures && mayMisread(answer)
      ? await findSignatureMistake(
          { resource, secrets, answer: answerText },
          async (wrong) => post(wrong, headers),
          () => elapsedMs() > endsAtMs,
        )
      : [];
  return { body, headers, answer, answerText, isAcknowledged: answer.outcome === 'ACKNOWLEDGED', mistakes };
}
