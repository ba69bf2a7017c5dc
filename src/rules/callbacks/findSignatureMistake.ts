import { sentenceOf, type Sentence } from '../phrases/sentence.ts';
import { sign, type SigningSecrets } from '../signing/signature.ts';
import { acknowledgement, isSuccess } from './acknowledgement.ts';
import type { AttemptOutcome } from './judgeResponse.ts';
import { findMistakeIn, receiverTexts, signatureMistakes } from './signatureMistakes.ts';

/** A message that a receiver did not acknowledge. */
export interface RefusedMessage {
  resource: Readonly<Record<string, string | number>>;
  secrets: SigningSecrets;
  /** The body of the receiver's answer. */
  answer: string | null;
}

/** The answer of a receiver. */
export interface MessageAnswer {
  outcome: AttemptOutcome;
  httpStatus: number | null;
  /** The first bytes of the body. */
  responseBody: Uint8Array | null;
}

/**
 * Finds the known mistake that a receiver makes when it verifies the signature: by the signature in its answer, or by
 * posting the message again with the signature of each mistake. Returns sentences for its developer. `ask` posts a body.
 * The search ends when `isOver` says so. The resource must not be a payment: a receiver with a mistake accepts one of the
 * messages.
 */
export async function findSignatureMistake(
  { resource, secrets, answer }: RefusedMessage,
  ask: (body: string) => Promise<MessageAnswer>,
  isOver: () => boolean,
): Promise<Sentence[]> {
  const shown = findMistakeIn(answer ?? '', resource, [secrets.current, ...secrets.previous]);
  if (shown) return shown.sentences;
  for (const mistake of signatureMistakes) {
    if (isOver()) return [];
    const wrong = { resource, sign: sign(mistake.hashed(resource), secrets.current) };
    const answered = await ask(JSON.stringify(wrong));
    if (answered.outcome === 'ACKNOWLEDGED') return mistake.sentences;
    if (!mayMisread(answered)) return [];
  }
  const count = String(signatureMistakes.length);
  return [sentenceOf(receiverTexts, 'RECEIVER_HAS_NO_USUAL_MISTAKE', { count })];
}

/**
 * Says whether a wrong verification may be the reason for this answer. It is not when the receiver said SUCCESS in some
 * form, nor when the status says that something else is wrong.
 */
export function mayMisread({ outcome, httpStatus, responseBody }: MessageAnswer): boolean {
  if (outcome !== 'UNEXPECTED_STATUS' && outcome !== 'UNEXPECTED_BODY') return false;
  if (httpStatus === null || otherReasons.has(httpStatus)) return false;
  return !saysSuccess(new TextDecoder().decode(responseBody ?? new Uint8Array()), isSuccess(httpStatus));
}

/**
 * Statuses for which no program gives a wrong signature as the reason (RFC 9110, section 15, RFC 6585): nothing to answer,
 * no such path or method, a body that cannot be taken, too many requests, and what a proxy says of a server behind it.
 */
const otherReasons = new Set([204, 205, 404, 405, 410, 411, 413, 414, 415, 429, 431, 501, 502, 503, 504]);

/** Finds the word in quotes, between other text, in small letters alone, and in UTF-16, which has a NUL beside each letter. */
function saysSuccess(body: string, isAccepted: boolean): boolean {
  const text = body.replaceAll(/[\0\p{Cf}]/gu, '').trim();
  if (new RegExp(`(?<!\\p{L})${acknowledgement}(?!\\p{L})`, 'u').test(text)) return true;
  return isAccepted && /^(["'`]?)success\1$/i.test(text);
}
