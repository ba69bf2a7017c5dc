import { Gauge, type Registry } from 'prom-client';

/** The open HTTP connections of a port. Each text is one of a fixed set. */
export interface PortConnections {
  port: string;
  byState: Record<string, number>;
}

/** Adds the gauge of connections. They are counted when somebody asks, not at each of their events. */
export function connectionMetrics(register: Registry, count: () => PortConnections[]): void {
  const gauge = new Gauge({
    name: 'openplug_connections',
    help: 'Open HTTP connections by the setting that names their port; closing: one side sends no more, and nothing is being answered.',
    labelNames: ['port', 'state'],
    registers: [],
    collect() {
      for (const { port, byState } of count()) {
        for (const [state, connections] of Object.entries(byState)) this.set({ port, state }, connections);
      }
    },
  });
  register.registerMetric(gauge);
}
