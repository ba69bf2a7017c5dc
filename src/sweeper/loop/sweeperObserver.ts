import type { AttemptOver } from '../../store/deliveries/closeAttempts.ts';
import type { StartedAttempt } from '../../store/deliveries/startDueAttempts.ts';

/**
 * An observer of everything that the sweeper of this process does. It must not throw, because it is called after the
 * event.
 */
export interface SweeperObserver {
  /** The database has answered a claim, or no slot was free for one. A sweep with much to do makes many claims. */
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
