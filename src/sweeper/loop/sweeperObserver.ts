import type { AttemptResult } from '../../store/deliveries/attemptResult.ts';
import type { ClosedAttempt } from '../../store/deliveries/closeAttempts.ts';
import type { StartedAttempt } from '../../store/deliveries/startDueAttempts.ts';

/** An attempt that has ended, whether or not it could be closed. */
export interface AttemptOver {
  attempt: Omit<StartedAttempt, 'requestBody' | 'previousSigns' | 'leaseToken' | 'delivery'>;
  result: AttemptResult;
  /** The delivery afterwards; null: the lease was lost, or the database was away until the process stopped. */
  closed: ClosedAttempt | null;
}

/**
 * An observer of everything that the sweeper of this process does. It must not throw, because it is called after the
 * event.
 */
export interface SweeperObserver {
  /** The database has answered a claim, or no slot was free for one. A sweep that finds much to do takes many claims. */
  onSwept(): void;
  /**
   * Called once a minute for each plugin that has something due, and a signing secret that this process cannot decrypt.
   */
  onSecretUnreadable(pluginId: string): void;
  /** Called each time that retention looked for old rows. Held: it removes nothing, since the clock has jumped. */
  onRetention(isHeld: boolean): void;
  onAttemptStarted(attempt: StartedAttempt): void;
  /**
   * Called once for each attempt that was started here, and for the ABANDONED ones that other processes left behind.
   */
  onAttemptOver(over: AttemptOver): void;
}
