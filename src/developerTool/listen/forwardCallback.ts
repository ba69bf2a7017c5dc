import { setTimeout as passTime } from 'node:timers/promises';
import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import { longestReason, reportedFailures } from '../../rules/values/values.ts';
import { postOnce } from '../../sweeper/post/postOnce.ts';
import { localPost } from '../localPost.ts';
import { sandboxCall, type Resource, type SandboxService } from './sandboxCall.ts';

export interface ForwardedCallback {
  orderId: string;
  attempt: number;
  /** The outcome by the judgement of the service; null: the answer could not be reported to it. */
  outcome: string | null;
  httpStatus: number | null;
  durationMs: number;
  /** False: the answer came too late, and the attempt counts as not answered. */
  isCounted: boolean;
  /** Says to a person what is wrong. */
  explanation: string | null;
}

/** The pause between two tries to report. */
const pauseMs = 1_000;

/**
 * Posts a callback that was fetched, byte for byte and with the headers of the service, and reports the answer. While the
 * service is away it tries again, as long as the lease lasts: only this process knows the answer.
 */
export async function forwardCallback(
  service: SandboxService,
  callback: Resource,
  forwardUrl: string,
  timeoutMs: number,
): Promise<ForwardedCallback> {
  const leaseMs = Number(callback['lease_seconds']) * 1000;
  const leaseEndsMs = performance.now() + leaseMs;
  const orderId = String(callback['order_id']);
  const attempt = Number(callback['attempt']);
  const previousSigns = String(callback['previous_sign'])
    .split(',')
    .filter((one) => one !== '');
  const headers = callbackHeaders(orderId, attempt, previousSigns);
  const result = await postOnce(forwardUrl, String(callback['body']), headers, localPost(Math.min(timeoutMs, leaseMs)));
  const { httpStatus } = result;
  const forwarded = { orderId, attempt, httpStatus, durationMs: Math.round(result.durationMs ?? 0) };
  const report = { order_id: orderId, attempt, lease: String(callback['lease']), ...reportOf(result, forwardUrl) };
  for (;;) {
    const reply = await sandboxCall(service, '/sandbox/answers', report);
    if (reply.kind === 'answered') {
      const { outcome, hint, counted } = reply.resource;
      const explanation = String(hint) || result.error;
      return { ...forwarded, outcome: String(outcome), isCounted: counted === 1, explanation };
    }
    const waitMs = reply.kind === 'unavailable' ? (reply.retryAfterSeconds ?? 0) * 1000 || pauseMs : 0;
    if (reply.kind === 'refused' || performance.now() + waitMs >= leaseEndsMs) {
      return { ...forwarded, outcome: null, isCounted: false, explanation: reply.message };
    }
    await passTime(waitMs);
  }
}

type Posted = Awaited<ReturnType<typeof postOnce>>;

/** Returns the parameters that say how the callback was answered, none of which is empty. */
function reportOf(result: Posted, forwardUrl: string): Record<string, string | number> {
  const { outcome, httpStatus, responseBody, responseTruncated, error, durationMs } = result;
  const isAnswered = ['ACKNOWLEDGED', 'UNEXPECTED_STATUS', 'UNEXPECTED_BODY', 'REDIRECTED'].includes(outcome);
  const failure = reportedFailures.find((one) => one === outcome) ?? 'CONNECTION_FAILED';
  const texts = {
    body: responseBody ? Buffer.from(responseBody).toString('base64') : '',
    content_encoding: shortLine(result.contentEncoding),
    location: shortLine(result.location),
    // It says where a relative Location leads. A part of it would say something else.
    url: result.location && forwardUrl.length <= longestReason ? forwardUrl : '',
    failure: isAnswered ? '' : failure,
    error: isAnswered ? '' : shortLine(error),
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(httpStatus !== null && { http_status: httpStatus }),
    ...(responseTruncated && { truncated: 1 }),
    duration_ms: Math.round(durationMs ?? 0),
  };
}

/** Returns text as the service accepts it: one line, not too long. */
function shortLine(text: string | null | undefined): string {
  const line = (text ?? '').replaceAll(/\p{Cc}/gu, ' ').trim();
  return Array.from(line.toWellFormed()).slice(0, longestReason).join('');
}
