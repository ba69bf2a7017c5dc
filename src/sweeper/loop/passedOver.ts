/**
 * The time for which a plugin is skipped. It is long enough not to claim in a loop, and short enough to use a restored
 * key soon.
 */
export const passedOverForMs = 60_000;

/** The plugins whose callbacks this process leaves alone for a minute each. */
export class PassedOver {
  readonly #since = new Map<string, Date>();

  add(pluginId: string, now: Date): void {
    this.#since.set(pluginId, now);
  }

  /** A clock that was set, in either direction, ends the minute. */
  pluginIds(now: Date): string[] {
    for (const [pluginId, since] of this.#since) {
      if (Math.abs(now.getTime() - since.getTime()) >= passedOverForMs) this.#since.delete(pluginId);
    }
    return [...this.#since.keys()];
  }
}
