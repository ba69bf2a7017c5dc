import type { Logger } from 'pino';
import { keepRejectedRequests, unknownPlugin, type NewRejectedRequest } from './rejectedRequests.ts';
import type { Store } from '../database/store.ts';

/** The size of a batch. A request that does not fit is only counted in the log. */
export interface BatchLimits {
  inAll: number;
  /** Requests that name no plugin share one limit, so that one caller in a loop cannot hide the others. */
  perPlugin: number;
  everyMs: number;
}

const batchLimits: BatchLimits = { inAll: 500, perPlugin: 50, everyMs: 1000 };

/**
 * Stores refused requests in the background: at most one batch a second, however many are refused. Nothing waits for
 * it, and its failures only go to the log. A crash loses what was refused in the last second.
 */
export class RejectionRecorder {
  private waiting: NewRejectedRequest[] = [];
  private readonly waitingOf = new Map<string, number>();
  private droppedCount = 0;
  private droppedInAll = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    private readonly limits: BatchLimits = batchLimits,
    private readonly keep: typeof keepRejectedRequests = keepRejectedRequests,
  ) {}

  /** `describe` is called only if there is room, because it would cost time for a request that is dropped anyway. */
  record(who: Pick<NewRejectedRequest, 'pluginId' | 'reason'>, describe: () => NewRejectedRequest): void {
    this.timer ??= setTimeout(() => void this.flush(), this.limits.everyMs).unref();
    const group = who.reason === unknownPlugin ? '' : (who.pluginId ?? '');
    const count = this.waitingOf.get(group) ?? 0;
    if (this.waiting.length >= this.limits.inAll || count >= this.limits.perPlugin) {
      this.droppedCount += 1;
      this.droppedInAll += 1;
      return;
    }
    this.waitingOf.set(group, count + 1);
    this.waiting.push(describe());
  }

  /** Returns how many requests there was no room for since the process was started. */
  countDropped(): number {
    return this.droppedInAll;
  }

  /**
   * Resolves when everything recorded before is in the database, or was logged as lost. One batch after the other: while
   * a slow database has one on its hands, the next one fills up and no more.
   */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const [batch, dropped] = [this.waiting, this.droppedCount];
    if (batch.length === 0) return;
    this.waiting = [];
    this.waitingOf.clear();
    this.droppedCount = 0;
    if (dropped > 0) this.log.warn({ dropped, kept: batch.length }, 'requests were refused too fast to keep them all');
    try {
      await this.keep(this.store, batch);
    } catch (error) {
      this.log.error({ err: error, lost: batch.length }, 'refused requests could not be kept');
    }
  }
}
