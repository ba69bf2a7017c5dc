/** A plugin that has something due and can be called. */
export interface WaitingPlugin {
  pluginId: string;
  sandbox: boolean;
  /**
   * The number of due deliveries, counted only up to the free slots of the plugin or of this claim, whichever are
   * fewer.
   */
  dueCount: number;
  oldestDueAt: Date;
}

export interface Slots {
  /** The number of attempts that may start now. */
  limit: number;
  /** The most attempts of one plugin that may be in flight: the setting CALLBACK_CONCURRENCY_PER_PLUGIN. */
  limitPerPlugin: number;
  /** The number of attempts of all sandbox plugins together that may start now. */
  limitForSandbox: number;
  /** The attempts of each plugin that are in flight. */
  inFlight: ReadonlyMap<string, number>;
}

export interface Share {
  pluginId: string;
  slots: number;
}

/** For each free slot, this many candidates are considered, because other processes may take the first ones. */
export const sharesForEachSlot = 4;

/**
 * Returns the most attempts of sandbox plugins that a process may have in flight. The other slots are kept for live plugins,
 * however many receivers of rehearsals never answer.
 */
export function slotsOfSandbox(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 4));
}

/** Returns the plugins that have no free slot. */
export function saturatedPlugins({ limitPerPlugin, inFlight }: Slots): string[] {
  return [...inFlight].filter(([, attempts]) => attempts >= limitPerPlugin).map(([pluginId]) => pluginId);
}

/**
 * Divides the slots first among live plugins, and the slots that are left among sandbox plugins. Each slot goes to the
 * plugin with the fewest attempts in flight, counting those already given in this call. Among equals the one that waits
 * longest is first. Returns the shares in the order in which they are served. Plugins for which no slot is left follow
 * with one slot each: they are used if an earlier plugin has fewer deliveries than expected.
 */
export function divideSlots(waiting: readonly WaitingPlugin[], slots: Slots): Share[] {
  const live = waiting.filter(({ sandbox }) => !sandbox);
  const rehearsing = waiting.filter(({ sandbox }) => sandbox);
  const turns = [...turnsOf(live, slots), ...turnsOf(rehearsing, slots).slice(0, slots.limitForSandbox)].slice(
    0,
    slots.limit * sharesForEachSlot,
  );
  const shares = new Map<string, number>();
  for (const [place, { pluginId }] of turns.entries()) {
    if (place < slots.limit) shares.set(pluginId, (shares.get(pluginId) ?? 0) + 1);
    else if (!shares.has(pluginId)) shares.set(pluginId, 1);
  }
  return [...shares].map(([pluginId, count]) => ({ pluginId, slots: count }));
}

/** Returns the slots that the plugins could have, in the order in which they get them. */
function turnsOf(waiting: readonly WaitingPlugin[], { limitPerPlugin, inFlight }: Slots) {
  const turns = waiting.flatMap(({ pluginId, dueCount, oldestDueAt }) => {
    const busy = inFlight.get(pluginId) ?? 0;
    const count = Math.max(0, Math.min(dueCount, limitPerPlugin - busy));
    return Array.from({ length: count }, (_, place) => ({ pluginId, oldestDueAt, turn: busy + place }));
  });
  return turns.toSorted(
    (one, other) => one.turn - other.turn || one.oldestDueAt.getTime() - other.oldestDueAt.getTime(),
  );
}
