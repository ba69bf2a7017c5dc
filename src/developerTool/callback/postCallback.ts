import { isCallable, noNetworks } from '../../rules/callbacks/callableAddress.ts';
import { explainAttempt } from '../../rules/callbacks/notificationPhrases.ts';
import { postTestMessage } from '../../rules/callbacks/postTestMessage.ts';
import type { SigningSecrets } from '../../rules/signing/signature.ts';
import { postOnce } from '../../sweeper/post/postOnce.ts';
import { localPost } from '../localPost.ts';
import { isPaid, type CallbackRecord } from './testRecord.ts';

export interface CallbackReport {
  /** The message that was posted. */
  body: string;
  headers: Record<string, string>;
  acknowledged: boolean;
  outcome: string;
  httpStatus: number | null;
  durationMs: number;
  responseBody: string | null;
  /** Sentences on why it was not acknowledged, and on what the service would do otherwise. */
  problems: string[];
  notes: string[];
}

/** Posts a callback as the service does, by the same code, and judges the answer by the same rules. */
export async function postCallback(
  url: string,
  record: CallbackRecord,
  secrets: SigningSecrets,
  { attempt, timeoutMs }: { attempt: number; timeoutMs: number },
): Promise<CallbackReport> {
  const settings = localPost(timeoutMs);
  // Some receivers look at the status, some at the time.
  const isUnpaid = !isPaid(record) && record['paid_at'] === '';
  const { body, headers, answer, answerText, isAcknowledged, mistakes } = await postTestMessage(
    { resource: record, secrets, attempt, mayTryWrongSignatures: isUnpaid },
    async (text, withHeaders) => postOnce(url, text, withHeaders, settings),
    () => performance.now(),
  );
  return {
    body,
    headers,
    acknowledged: isAcknowledged,
    outcome: answer.outcome,
    httpStatus: answer.httpStatus,
    durationMs: Math.round(answer.durationMs ?? 0),
    responseBody: answerText,
    problems: [
      ...(isAcknowledged ? [] : [`The callback ${explainAttempt(answer)}.`]),
      ...mistakes.map(({ text }) => text),
    ],
    notes: describePrivate(answer.resolvedAddresses),
  };
}

function describePrivate(addresses: readonly string[]): string[] {
  const networks = { allowed: noNetworks, refused: noNetworks, own: noNetworks };
  const refused = addresses.filter((address) => !isCallable(address, networks));
  if (refused.length === 0) return [];
  const why = 'The service calls public addresses only, unless its CALLBACK_ALLOW_NETWORKS has others.';
  return [`${why} From there, ${refused.slice(0, 3).join(', ')} would be refused.`];
}
