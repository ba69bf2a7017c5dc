import { Counter, Histogram, type Registry } from 'prom-client';

/** A request that is over. Each of the texts is one of a fixed set. */
export interface MeasuredRequest {
  endpoint: string;
  status: number;
  refusal: string | null;
  errorCodes: readonly string[];
  durationMs: number;
  isOurFault: boolean;
}

export interface RequestMetrics {
  onRequestOver(request: MeasuredRequest): void;
}

export function requestMetrics(register: Registry): RequestMetrics {
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
  return {
    onRequestOver: ({ endpoint, status, refusal, errorCodes, durationMs, isOurFault }) => {
      duration.observe({ endpoint, status }, durationMs / 1000);
      // From 0 on: Prometheus does not see the step to a first value.
      failed.inc({ endpoint }, isOurFault ? 1 : 0);
      for (const reason of refusal === null ? errorCodes : [refusal]) refusals.inc({ endpoint, reason });
    },
  };
}
