import type { Logger } from 'pino';
import type { RequestOver } from '../http/observeRequests.ts';
import { latenessMs } from '../rules/callbacks/callbackSchedule.ts';
import { probes } from '../http/requestContext.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import type { NewRefusedPayment } from '../store/orders/refusedPayments.ts';
import type { AttemptOver } from '../store/deliveries/closeAttempts.ts';
import { isOutageGoingOn } from '../store/database/reportFailure.ts';

/**
 * Logs one line for each request, with every field of `RequestOver`: a new one needs no change here. The level `error` is
 * for faults of the service only. An outage of the database has separate lines.
 */
export function logRequest(log: Logger, request: RequestOver): void {
  const isError = request.isOurFault && !isOfOutage(log, request);
  const level = probes.has(request.endpoint) ? 'debug' : isError ? 'error' : 'info';
  const line = {
    ...request,
    startedAt: null,
    durationMs: rounded(request.durationMs),
    aborted: request.aborted || null,
    // The level says it.
    isOurFault: null,
  };
  log[level](present(line), 'request');
}

/** Status 499: the caller waited, and left without an answer. */
function isOfOutage(log: Logger, { errorCodes, status }: RequestOver): boolean {
  return errorCodes.includes('SERVICE_UNAVAILABLE') || (status === 499 && isOutageGoingOn(log));
}

/**
 * Logs a refused payment, besides the line of its request, which knows no order. The user may have paid, and somebody must
 * look into it.
 */
export function logRefusedPayment(log: Logger, refused: NewRefusedPayment): void {
  log.warn(present({ ...refused }), 'a payment was refused');
}

/** Logs one line for each attempt, whatever its outcome: a developer's server that is down is no fault of the service. */
export function logAttempt(log: Logger, { attempt, result, closed }: AttemptOver): void {
  const { orderId, number, pluginId, trigger } = attempt;
  const { outcome, httpStatus, remoteAddress, error, durationMs, dnsMs, connectMs, firstByteMs } = result;
  const line = present({
    orderId,
    attempt: number,
    pluginId,
    trigger,
    outcome,
    httpStatus,
    remoteAddress,
    error: error && leaveSecretsOut(error),
    durationMs: rounded(durationMs),
    dnsMs: rounded(dnsMs),
    connectMs: rounded(connectMs),
    firstByteMs: rounded(firstByteMs),
    latenessMs: latenessMs(attempt),
    deliveryStatus: closed?.status,
    nextDueAt: closed?.nextDueAt,
  });
  log[outcome === 'ABANDONED' ? 'warn' : 'info'](line, 'attempt');
}

export function logUnreadableSecret(log: Logger, pluginId: string): void {
  const why =
    'the secret of the plugin, or a replaced one that is still valid, cannot be decrypted with the ENCRYPTION_KEY of ' +
    'this process; its callbacks wait';
  log.error({ pluginId }, why);
}

function rounded(milliseconds: number | null): number | null {
  return milliseconds && Math.round(milliseconds * 10) / 10;
}

function present(line: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(line)) {
    const value = line[name];
    if (value !== null && value !== undefined && !isEmpty(value)) kept[name] = value;
  }
  return kept;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
