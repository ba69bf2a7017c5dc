import { isCallable, noNetworks } from '../../rules/callbacks/callableAddress.ts';
import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import { findSignatureMistake, longestSearchMs, mayMisread } from '../../rules/callbacks/findSignatureMistake.ts';
import { explainAttempt } from '../../rules/callbacks/notificationPhrases.ts';
import { signCallback, type SigningSecrets } from '../../rules/signing/signature.ts';
import { postOnce } from '../../sweeper/post/postOnce.ts';
import { localPost } from '../localPost.ts';
import type { CallbackRecord } from './testRecord.ts';

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
  const { body, previousSigns } = signCallback(record, secrets);
  const headers = callbackHeaders(String(record['order_id']), attempt, previousSigns);
  const settings = localPost(timeoutMs);
  const result = await postOnce(url, body, headers, settings);
  const answer = result.responseBody && new TextDecoder().decode(result.responseBody);
  const acknowledged = result.outcome === 'ACKNOWLEDGED';
  const endsAtMs = performance.now() + longestSearchMs;
  // A receiver that verifies wrongly would take the payment from one of the messages that find it out.
  const mayAskAgain = mayMisread(result) && record['paid_at'] === '';
  const ask = async (wrong: string) => postOnce(url, wrong, headers, settings);
  const isOver = () => performance.now() > endsAtMs;
  const mistakes = mayAskAgain ? await findSignatureMistake({ resource: record, secrets, answer }, ask, isOver) : [];
  return {
    body,
    headers,
    acknowledged,
    outcome: result.outcome,
    httpStatus: result.httpStatus,
    durationMs: Math.round(result.durationMs ?? 0),
    responseBody: answer,
    problems: [
      ...(acknowledged ? [] : [`The callback ${explainAttempt(result)}.`]),
      ...mistakes.map(({ text }) => text),
    ],
    notes: describePrivate(result.resolvedAddresses),
  };
}

function describePrivate(addresses: readonly string[]): string[] {
  const networks = { allowed: noNetworks, refused: noNetworks, own: noNetworks };
  const refused = addresses.filter((address) => !isCallable(address, networks));
  if (refused.length === 0) return [];
  const why = 'The service calls public addresses only, unless its CALLBACK_ALLOW_NETWORKS has others.';
  return [`${why} From there, ${refused.slice(0, 3).join(', ')} would be refused.`];
}
