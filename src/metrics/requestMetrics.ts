import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestOver } from '../http/observeRequests.ts';
import type { RefusalCode } from '../rules/failures/refusal.ts';

export interface RequestMetrics {
  /** Each text that is used as a label must come from a fixed set. */
  onRequestOver(request: RequestOver): void;
}

/** The usual answers of each endpoint. */
const usualStatuses = (endpoint: string) => {
  if (isOfDevelopers(endpoint)) return [200, 400, 401, 422];
  return statusesOfOthers[endpoint] ?? [200];
};
const statusesOfOthers: Record<string, number[] | undefined> = {
  '/readyz': [200, 503],
  '/console/sign-in': [204, 401],
  '/console/sign-out': [204],
};
/** The usual refusals of the developers' endpoints. */
const usualRefusals = [
  'INVALID_PARAMETERS',
  'PLUGIN_NOT_FOUND',
  'TIMESTAMP_EXPIRED',
  'SIGNATURE_WRONG',
  'ACCESS_TOKEN_UNKNOWN',
  'ORDER_NOT_FOUND',
  'RATE_LIMITED',
  'TOO_MANY_FAILURES',
  'BUSY',
] satisfies RefusalCode[];

/** Says whether an endpoint is for developers. Only these have a method in their name, such as `GET /baseinfo`. */
function isOfDevelopers(endpoint: string): boolean {
  return endpoint.includes(' ');
}

/**
 * Measures requests for the endpoints of the service. Usual answers read 0 until they happen, since Prometheus does not see
 * the step from nothing to a first value. Rare answers get a series only when they happen; otherwise there would be hundreds.
 */
export function requestMetrics(register: Registry, endpoints: readonly string[]): RequestMetrics {
  const duration = new Histogram({
    name: 'openplug_request_duration_seconds',
    help: 'HTTP requests, from their headers to the end of the answer. Status 499: the caller went away first.',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const refusals = new Counter({
    name: 'openplug_refusals_total',
    help: 'Requests that were refused, by the stable code of the reason.',
    labelNames: ['endpoint', 'reason'],
    registers: [register],
  });
  const failed = new Counter({
    name: 'openplug_requests_failed_total',
    help: 'Requests that failed by our fault: 5xx, INTERNAL_SERVER_ERROR or SERVICE_UNAVAILABLE in GraphQL, or no answer for 4 s until the caller left.',
    labelNames: ['endpoint'],
    registers: [register],
  });
  for (const endpoint of endpoints) {
    failed.inc({ endpoint }, 0);
    for (const status of usualStatuses(endpoint)) duration.zero({ endpoint, status });
    for (const reason of isOfDevelopers(endpoint) ? usualRefusals : []) refusals.inc({ endpoint, reason }, 0);
  }
  return {
    onRequestOver: ({ endpoint, status, refusal, errorCodes, durationMs, isOurFault }) => {
      duration.observe({ endpoint, status }, durationMs / 1000);
      if (isOurFault) failed.inc({ endpoint });
      for (const reason of refusal === null ? errorCodes : [refusal]) refusals.inc({ endpoint, reason });
    },
  };
}
