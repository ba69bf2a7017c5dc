import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { attemptMetrics, type AttemptMetrics } from './attemptMetrics.ts';
import { databaseMetrics, type DatabaseMetricsSettings } from './databaseMetrics.ts';
import { requestMetrics, type RequestMetrics } from './requestMetrics.ts';

export interface MetricsSettings extends DatabaseMetricsSettings {
  /** Of this program. */
  version: string;
  /** Refused requests that this process could not keep, since it was started. */
  countDroppedRejections(): number;
}

/** What this process does, and what it sees in the database. It is told of events, and asked for the figures. */
export interface Metrics extends RequestMetrics, AttemptMetrics {
  onRateLimited(limit: string): void;
  contentType: string;
  /** In the text format of Prometheus; the same names whether or not the database is there. */
  text(): Promise<string>;
}

/** Of its own registry: several services may run in one process. */
export function openMetrics(settings: MetricsSettings): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const build = new Gauge({
    name: 'openplug_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers,
  });
  build.set({ version: settings.version, node: process.version }, 1);
  const rateLimited = new Counter({
    name: 'openplug_rate_limited_total',
    help: 'Requests that came too fast, by the limit they met.',
    labelNames: ['limit'],
    registers,
  });
  const dropped = new Counter({
    name: 'openplug_rejections_dropped_total',
    help: 'Refused requests that came too fast to be kept for staff.',
    registers,
  });
  const refresh = databaseMetrics(register, settings);
  return {
    ...requestMetrics(register),
    ...attemptMetrics(register, settings.clock),
    onRateLimited: (limit) => rateLimited.inc({ limit }),
    contentType: register.contentType,
    text: async () => {
      await refresh();
      dropped.reset();
      dropped.inc(settings.countDroppedRejections());
      return register.metrics();
    },
  };
}
