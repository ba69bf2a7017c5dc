/** A plugin that has something due and can be called. */
export interface WaitingPlugin {
  pluginId: string;
  /** The number of deliveries that are due, counted up to the free slots of the plugin. */
  dueCount: number;
  oldestDueAt: Date;
}

export interface Slots {
  /** The number of attempts that may start now. */
  limit: number;
  /** The most attempts of one plugin that may be in flight: the setting CALLBACK_CONCURRENCY_PER_PLUGIN. */
  limitPerPlugin: number;
  /** The attempts of each plugin that are in flight. */
  inFlight: ReadonlyMap<string, number>;
}

export interface Share {
  pluginId: string;
  slots: number;
}

/** For each free slot, this many candidates are considered, because other processes may take the first ones. */
export const sharesForEachSlot = 4;

/** Returns the plugins that have no free slot. */
export function saturatedPlugins({ limitPerPlugin, inFlight }: Slots): string[] {
  return [...inFlight].filter(([, attempts]) => attempts >= limitPerPlugin).map(([pluginId]) => pluginId);
}

/**
 * Divides the slots: each goes to the plugin with the fewest attempts in flight, those of this claim included. Among equals
 * the one that waits longest is first. Returns the shares in the order in which they are served. Plugins for which no slot
 * is left follow with one slot each: they get it when a plugin before them has less to claim than it seemed.
 */
export function divideSlots(waiting: readonly WaitingPlugin[], slots: Slots): Share[] {
  const turns = waiting
    .flatMap((plugin) => turnsOf(plugin, slots))
    .toSorted((one, other) => one.turn - other.turn || one.oldestDueAt.getTime() - other.oldestDueAt.getTime())
    .slice(0, slots.limit * sharesForEachSlot);
  const shares = new Map<string, number>();
  for (const [place, { pluginId }] of turns.entries()) {
    if (place < slots.limit) shares.set(pluginId, (shares.get(pluginId) ?? 0) + 1);
    else if (!shares.has(pluginId)) shares.set(pluginId, 1);
  }
  return [...shares].map(([pluginId, count]) => ({ pluginId, slots: count }));
}

function turnsOf({ pluginId, dueCount, oldestDueAt }: WaitingPlugin, { limitPerPlugin, inFlight }: Slots) {
  const busy = inFlight.get(pluginId) ?? 0;
  const count = Math.max(0, Math.min(dueCount, limitPerPlugin - busy));
  return Array.from({ length: count }, (_, place) => ({ pluginId, oldestDueAt, turn: busy + place }));
}
