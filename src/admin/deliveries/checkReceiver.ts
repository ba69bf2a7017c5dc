import { callbackHeaders, testAttemptNumber } from '../../rules/callbacks/callbackHeaders.ts';
import { findSignatureMistake, longestSearchMs, mayMisread } from '../../rules/callbacks/findSignatureMistake.ts';
import { attemptPhrase, writePhrases } from '../../rules/callbacks/notificationPhrases.ts';
import { signCallback, type SigningSecrets } from '../../rules/signing/signature.ts';
import { testCallbackRecord } from '../../rules/callbacks/testCallbackRecord.ts';
import type { AdminSettings } from '../door/adminContext.ts';
import { withHints } from '../graphql/phrase.ts';
import type { CallbackUrlReport } from './deliveryInputs.ts';

interface Signer {
  /** Undefined: the secret is one that nobody knows, so the receiver cannot verify the message. */
  pluginId: string | undefined;
  secrets: SigningSecrets;
  now: Date;
}

const nobody = '00000000';

/** Posts a test message as a callback is posted, and returns the result that a real callback would have had. */
export async function checkReceiver(
  url: string,
  { pluginId, secrets, now }: Signer,
  { post, timeZone }: Pick<AdminSettings, 'post' | 'timeZone'>,
): Promise<CallbackUrlReport> {
  const record = testCallbackRecord(pluginId ?? nobody, now, timeZone);
  const { body, previousSigns } = signCallback(record, secrets);
  const headers = callbackHeaders(record.order_id, testAttemptNumber, previousSigns);
  const result = await post(url, body, headers);
  const { outcome, resolvedAddresses, durationMs, httpStatus } = result;
  const responseBody = result.responseBody && new TextDecoder().decode(result.responseBody);
  const ok = outcome === 'ACKNOWLEDGED';
  const problems = ok ? [] : [attemptPhrase(result)];
  const mayVerifyWrongly = pluginId !== undefined && mayMisread(result);
  const endsAtMs = performance.now() + longestSearchMs;
  const ask = async (wrong: string) => post(url, wrong, headers);
  const mistakes = mayVerifyWrongly
    ? await findSignatureMistake(
        { resource: record, secrets, answer: responseBody },
        ask,
        () => performance.now() > endsAtMs,
      )
    : [];
  return {
    ok,
    problems: [...problems.map((problem) => writePhrases([problem])), ...mistakes.map(({ text }) => text)],
    phrases: withHints([...problems, ...mistakes]),
    resolvedAddresses,
    durationMs,
    httpStatus,
    responseBody,
  };
}
