import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { paymentRefusals, type NewRefusedPayment } from '../store/orders/refusedPayments.ts';
import { attemptMetrics, type AttemptMetrics } from './attemptMetrics.ts';
import { connectionMetrics, type PortConnections } from './connectionMetrics.ts';
import { databaseMetrics, type DatabaseMetricsSettings } from './databaseMetrics.ts';
import { requestMetrics, type RequestMetrics } from './requestMetrics.ts';

export interface MetricsSettings extends DatabaseMetricsSettings {
  /** The version of this program. */
  version: string;
  /** Returns how many refused requests this process could not keep since it started. */
  countDroppedRejections(): number;
  /** Returns what standard output and standard error do not take. */
  readOutputFigures(): { droppedLines: number; waitingBytes: number };
  countConnections(): PortConnections[];
  /** The endpoints, as onRequestOver names them. */
  endpoints: readonly string[];
}

/** The figures of this process and of the database. Events are reported to it, and it returns the figures. */
export interface Metrics extends RequestMetrics, AttemptMetrics {
  onRateLimited(limit: string): void;
  onPaymentRefused(refused: Pick<NewRefusedPayment, 'reason'>): void;
  contentType: string;
  /** Returns the text format of Prometheus, with the same names whether or not the database is there. */
  text(): Promise<string>;
}

const gaugesNamedAsCounters = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
/** The limits, by the names with which `onRateLimited` is called. */
const rateLimits = ['address', 'plugin', 'failures', 'turns'];

/** Opens the metrics in a new registry, since several services may run in one process. */
export function openMetrics(settings: MetricsSettings): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Prometheus takes these names for counters. The same figures by type stay: nodejs_active_handles and so on.
  for (const name of gaugesNamedAsCounters) register.removeSingleMetric(name);
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
  register.registerMetric(
    counterOf({
      name: 'openplug_rejections_dropped_total',
      help: 'Refused requests that came too fast to be kept for staff.',
      read: settings.countDroppedRejections,
    }),
  );
  register.registerMetric(
    counterOf({
      name: 'openplug_log_lines_dropped_total',
      help: 'Lines of the log that could not be written, and for which there was no room in memory.',
      read: () => settings.readOutputFigures().droppedLines,
    }),
  );
  const waiting = new Gauge({
    name: 'openplug_log_waiting_bytes',
    help: 'What could not be written of the log yet; it is retried.',
    registers: [],
    collect() {
      this.set(settings.readOutputFigures().waitingBytes);
    },
  });
  register.registerMetric(waiting);
  const refused = new Counter({
    name: 'openplug_payments_refused_total',
    help: 'Payments that were refused though the user may have paid, each call of payOrder.',
    labelNames: ['reason'],
    registers,
  });
  // Nobody sees an increase in a series that begins with 1.
  for (const reason of paymentRefusals) refused.inc({ reason }, 0);
  for (const limit of rateLimits) rateLimited.inc({ limit }, 0);
  connectionMetrics(register, () => settings.countConnections());
  const refresh = databaseMetrics(register, settings);
  return {
    ...requestMetrics(register, settings.endpoints),
    ...attemptMetrics(register, settings.clock),
    onRateLimited: (limit) => rateLimited.inc({ limit }),
    onPaymentRefused: ({ reason }) => refused.inc({ reason }),
    contentType: register.contentType,
    text: async () => {
      await refresh();
      return register.metrics();
    },
  };
}

/** Returns a counter of what is counted elsewhere. */
function counterOf({ name, help, read }: { name: string; help: string; read(): number }): Counter {
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
