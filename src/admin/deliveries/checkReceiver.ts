import { testAttemptNumber } from '../../rules/callbacks/callbackHeaders.ts';
import { attemptPhrase, writePhrases } from '../../rules/callbacks/notificationPhrases.ts';
import { postTestMessage } from '../../rules/callbacks/postTestMessage.ts';
import { testCallbackRecord } from '../../rules/callbacks/testCallbackRecord.ts';
import type { SigningSecrets } from '../../rules/signing/signature.ts';
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
  const { answer, answerText, isAcknowledged, mistakes } = await postTestMessage(
    {
      resource: testCallbackRecord(pluginId ?? nobody, now, timeZone),
      secrets,
      attempt: testAttemptNumber,
      mayTryWrongSignatures: pluginId !== undefined,
    },
    async (body, headers) => post(url, body, headers),
    () => performance.now(),
  );
  const { resolvedAddresses, durationMs, httpStatus } = answer;
  const problems = isAcknowledged ? [] : [attemptPhrase(answer)];
  return {
    ok: isAcknowledged,
    problems: [...problems.map((problem) => writePhrases([problem])), ...mistakes.map(({ text }) => text)],
    phrases: withHints([...problems, ...mistakes]),
    resolvedAddresses,
    durationMs,
    httpStatus,
    responseBody: answerText,
  };
}
