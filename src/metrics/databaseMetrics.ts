import { Gauge, type Registry } from 'prom-client';
import { largestCount, measureDeliveries } from '../store/deliveries/deliveryGauges.ts';
import type { Store } from '../store/database/store.ts';
import { cacheDeliveryGauges } from './deliveryGaugeCache.ts';

export interface DatabaseMetricsSettings {
  store: Store;
  /** The store whose connections are used to ask. */
  adminStore: Store;
  clock: () => Date;
}

/** Returns the function that updates the gauges. While the database is away they say so, and unknown figures are absent. */
export function databaseMetrics(
  register: Registry,
  { store, adminStore, clock }: DatabaseMetricsSettings,
): () => Promise<void> {
  const registers = [register];
  const up = new Gauge({ name: 'openplug_database_up', help: '1: the database answered when last asked.', registers });
  const deliveries = new Gauge({
    name: 'openplug_deliveries',
    help: `Deliveries that are open, counted up to ${largestCount}.`,
    labelNames: ['status'],
    registers,
  });
  const due = new Gauge({
    name: 'openplug_deliveries_due',
    help: `Deliveries that could be sent now, counted up to ${largestCount}; paused ones, and those without a URL, are not.`,
    labelNames: ['none'],
    registers,
  });
  const oldestDueAge = new Gauge({
    name: 'openplug_delivery_oldest_due_age_seconds',
    help: 'How long the first delivery that could be sent now has been due.',
    labelNames: ['none'],
    registers,
  });
  const connections = new Gauge({
    name: 'openplug_database_connections',
    help: 'Connections of this process, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
  });
  const watch = cacheDeliveryGauges({ measure: (now) => measureDeliveries(adminStore, now), clock });

  return async () => {
    const { isUp, gauges: measured } = await watch.read();
    up.set(isUp ? 1 : 0);
    for (const gauge of [deliveries, due, oldestDueAge]) gauge.reset();
    if (measured) {
      deliveries.set({ status: 'PENDING' }, measured.pending);
      due.set({}, measured.due);
      oldestDueAge.set({}, measured.oldestDueAgeSeconds);
    }
    for (const [pool, { connections: countConnections }] of Object.entries({ service: store, admin: adminStore })) {
      for (const [state, count] of Object.entries(countConnections())) connections.set({ pool, state }, count);
    }
  };
}
