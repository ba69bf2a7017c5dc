import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { latenessMs } from '../rules/callbacks/callbackSchedule.ts';
import { attemptResults, type AttemptResult } from '../store/deliveries/attemptResult.ts';
import type { ClosedAttempt } from '../store/deliveries/closeAttempts.ts';
import type { StartedAttempt } from '../store/deliveries/startDueAttempts.ts';

/** An attempt that is over. */
export interface MeasuredAttempt {
  attempt: Pick<StartedAttempt, 'scheduledAt' | 'startedAt' | 'sandbox'>;
  result: Pick<AttemptResult, 'outcome' | 'durationMs'>;
  closed: Pick<ClosedAttempt, 'status' | 'hasNewStatus'> | null;
}

export interface AttemptMetrics {
  onSwept(): void;
  onSecretUnreadable(): void;
  onRequestUnverifiable(): void;
  onRetention(isHeld: boolean): void;
  onAttemptStarted(): void;
  onAttemptOver(over: MeasuredAttempt): void;
}

export function attemptMetrics(register: Registry, clock: () => Date): AttemptMetrics {
  const registers = [register];
  const duration = new Histogram({
    name: 'openplug_attempt_duration_seconds',
    help: 'Callbacks, from the look-up of the name to the last byte of the answer; 0 for what was never sent or lost.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10, 15, 30],
    registers,
  });
  const lateness = new Histogram({
    name: 'openplug_attempt_lateness_seconds',
    help: 'From when a callback was due to when it was started.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  const inFlight = new Gauge({
    name: 'openplug_attempts_in_flight',
    help: 'Callbacks that this process is making.',
    registers,
  });
  const closed = new Counter({
    name: 'openplug_deliveries_closed_total',
    help: 'Deliveries that an attempt ended: acknowledged, or given up after the last one.',
    labelNames: ['status'],
    registers,
  });
  // Counters begin at 0: nobody sees an increase in a series that begins with 1.
  for (const status of ['DELIVERED', 'EXHAUSTED']) closed.inc({ status }, 0);
  for (const outcome of attemptResults) duration.zero({ outcome });
  const unreadable = new Counter({
    name: 'openplug_plugin_secrets_unreadable_total',
    help: 'How often a secret could not be decrypted: for callbacks once a minute and plugin, for requests each that could not be verified.',
    registers,
  });
  const held = new Gauge({
    name: 'openplug_retention_held',
    help: '1 while retention removes nothing, since the clock of the database has jumped.',
    registers,
  });
  const lastTick = new Gauge({
    name: 'openplug_sweep_last_tick_timestamp_seconds',
    help: 'When this process last looked for what is due; absent until it has.',
    // The label has a name and never a value. Without it, the gauge would say 1970 where nothing is swept.
    labelNames: ['none'],
    registers,
  });
  return {
    onSwept: () => lastTick.set({}, clock().getTime() / 1000),
    onSecretUnreadable: () => unreadable.inc(),
    onRequestUnverifiable: () => unreadable.inc(),
    onRetention: (isHeld) => held.set(Number(isHeld)),
    onAttemptStarted: () => inFlight.inc(),
    onAttemptOver: ({ attempt, result: { outcome, durationMs }, closed: closing }) => {
      // Another process started an abandoned one, and may have counted it then.
      const isOurs = outcome !== 'ABANDONED';
      if (isOurs) inFlight.dec();
      // Developers rehearse failures, and those must alarm nobody.
      if (attempt.sandbox) return;
      duration.observe({ outcome }, (durationMs ?? 0) / 1000);
      if (closing?.hasNewStatus) closed.inc({ status: closing.status });
      if (isOurs) lateness.observe(Math.max(latenessMs(attempt), 0) / 1000);
    },
  };
}
