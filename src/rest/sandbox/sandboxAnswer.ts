import { hintInLanguage } from '../../rules/callbacks/hintInLanguage.ts';
import { judgeResponse } from '../../rules/callbacks/judgeResponse.ts';
import { describeUncountedReport } from '../../rules/callbacks/uncountedReport.ts';
import { sandboxAnswerRecord } from '../../rules/records/sandboxRecords.ts';
import type { ValuesOf } from '../../rules/signing/parameters.ts';
import { sandboxEndpoints } from '../../rules/signing/sandboxEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import type { ReportedFailure } from '../../rules/values/values.ts';
import { nothingReceived, type AttemptResult } from '../../store/deliveries/attemptResult.ts';
import { lateHint } from '../../store/deliveries/closeAttempts.ts';
import { reportAnswer } from '../../store/deliveries/reportAnswer.ts';
import { readSandboxPlugin } from '../../store/sandbox/sandboxReads.ts';
import { sandboxEndpoint } from './sandboxEndpoint.ts';

type Report = ValuesOf<(typeof sandboxEndpoints.sandboxAnswer)['parameters']>;

/** POST /sandbox/answers: a listener reports how a callback was answered. The service judges the answer as its own. */
export const sandboxAnswer = sandboxEndpoint(sandboxEndpoints.sandboxAnswer, {
  find: async (store, { plugin_id: pluginId }, now) => readSandboxPlugin(store, pluginId, null, now),
  answer: async ({ store, settings, pluginId, secret, values, now, language }) => {
    const { order_id: orderId, attempt: number, lease: leaseToken } = values;
    const answer = { pluginId, orderId, number, leaseToken, result: resultOf(values), finishedAt: settings.clock() };
    const { outcome, hint: stored, over } = await reportAnswer(store, answer, settings.schedule.delaysSeconds);
    if (over) settings.onAttemptReported(over);
    const isCounted = over !== null;
    const hint = isCounted
      ? stored && hintInLanguage(stored, language())
      : describeUncountedReport(outcome, stored === lateHint, language());
    return signedEnvelope(sandboxAnswerRecord({ orderId, number, outcome, hint, isCounted }, now), secret);
  },
});

/**
 * Returns the result of the attempt. A failure is believed: it can only make the developer's own rehearsal go on. It can come
 * with a status, when the answer broke off after that.
 */
function resultOf(report: Report): AttemptResult {
  const { http_status: status, failure, error, duration_ms: durationMs } = report;
  const body = new Uint8Array(Buffer.from(report.body, 'base64'));
  const truncated = report.truncated > 0;
  if (failure !== '') {
    return {
      ...nothingReceived(failure as ReportedFailure, error || 'the listener got no answer'),
      ...(status > 0 && { httpStatus: status, responseBody: body, responseTruncated: truncated }),
      durationMs,
    };
  }
  const { content_encoding: contentEncoding, location } = report;
  const judgement = judgeResponse({
    status,
    body,
    truncated,
    url: URL.canParse(report.url) ? report.url : null,
    contentEncoding: contentEncoding || null,
    location: location || null,
  });
  return {
    ...nothingReceived(judgement.outcome, ''),
    ...judgement,
    error: null,
    httpStatus: status,
    responseBody: body,
    responseTruncated: truncated,
    durationMs,
  };
}
