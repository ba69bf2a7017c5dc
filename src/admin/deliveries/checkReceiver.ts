import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import { explainAttempt } from '../../rules/callbacks/notification.ts';
import { explainMistake, findMistakeIn, receiverMistakes } from '../../rules/callbacks/receiverMistakes.ts';
import { sign, signCallback, type SigningSecrets } from '../../rules/signing/signature.ts';
import { testCallbackRecord } from '../../rules/callbacks/testCallbackRecord.ts';
import type { AdminSettings } from '../door/adminContext.ts';
import type { CallbackUrlReport } from './deliveryInputs.ts';

interface Signer {
  /** Undefined: nobody knows the secret, so that the receiver cannot verify the message. */
  pluginId: string | undefined;
  secrets: SigningSecrets;
  now: Date;
}

const nobody = '00000000';
/** The number of the attempt in a test message. Attempts count from 1. */
const testAttemptNumber = 0;
/** After this time no further message is posted; one that is under way may still finish. */
const searchMs = 10_000;

/** Posts a test message as a callback is posted, and says what a real callback would have met. */
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
  const mayMisread = pluginId !== undefined && (outcome === 'UNEXPECTED_STATUS' || outcome === 'UNEXPECTED_BODY');
  return {
    ok,
    problems: [
      ...(ok ? [] : [`The message ${explainAttempt(result)}.`]),
      ...(mayMisread ? await explainReceiver(responseBody) : []),
    ],
    resolvedAddresses,
    durationMs,
    httpStatus,
    responseBody,
  };

  /** Says which mistake the receiver makes when it verifies the signature, if it makes one that is known. */
  async function explainReceiver(answer: string | null): Promise<string[]> {
    const shown = findMistakeIn(answer ?? '', record, [secrets.current, ...secrets.previous]);
    if (shown) return [explainMistake(shown)];
    const startedAtMs = performance.now();
    for (const mistake of receiverMistakes) {
      if (performance.now() - startedAtMs > searchMs) return [];
      const wrong = { resource: record, sign: sign(mistake.hashed(record), secrets.current) };
      const { outcome: met } = await post(url, JSON.stringify(wrong), headers);
      if (met === 'ACKNOWLEDGED') return [explainMistake(mistake)];
      if (met !== 'UNEXPECTED_STATUS' && met !== 'UNEXPECTED_BODY') return [];
    }
    return [
      `It was answered no better with the signatures of ${receiverMistakes.length} usual mistakes in encoding: ` +
        'see which secret the receiver has, and whether it refuses the message for another reason.',
    ];
  }
}
