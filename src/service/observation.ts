import type { Logger } from 'pino';
import type { RequestOver } from '../http/observeRequests.ts';
import { logAttempt, logRefusedPayment, logRequest, logUnreadableSecret } from '../log/logEvents.ts';
import type { AttemptOver } from '../store/deliveries/closeAttempts.ts';
import type { NewRefusedPayment } from '../store/orders/refusedPayments.ts';
import type { SweeperObserver } from '../sweeper/loop/sweeperObserver.ts';
import { traceAttempt } from '../tracing/traceAttempt.ts';
import { endRequestSpan } from '../tracing/traceRequests.ts';

/** An observer of this process. Each request and each attempt is reported to it when it is over. */
export interface Observer extends SweeperObserver {
  onRequestOver(request: RequestOver): void;
  /** Called besides onRequestOver; `limit` is one of a fixed set. */
  onRateLimited(limit: string): void;
  /** Called besides onRequestOver and the log of the failure: a secret of the plugin cannot be decrypted. */
  onRequestUnverifiable(pluginId: string): void;
  /** Called for an attempt that a listener of a sandbox plugin has made. No metric has it. */
  onAttemptReported(over: AttemptOver): void;
  /** Called besides onRequestOver. */
  onPaymentRefused(refused: NewRefusedPayment): void;
}

/** Combines all observers. One that fails is logged, and keeps neither the others nor the work from going on. */
export function observeBy(observers: readonly Partial<Observer>[], log: Logger): Observer {
  const notify = (say: (observer: Partial<Observer>) => void) => {
    for (const observer of observers) {
      try {
        say(observer);
      } catch (error) {
        log.error({ err: error }, 'what happened could not be noted');
      }
    }
  };
  return {
    onRequestOver: (request) => notify((observer) => observer.onRequestOver?.(request)),
    onRateLimited: (limit) => notify((observer) => observer.onRateLimited?.(limit)),
    onRequestUnverifiable: (pluginId) => notify((observer) => observer.onRequestUnverifiable?.(pluginId)),
    onPaymentRefused: (refused) => notify((observer) => observer.onPaymentRefused?.(refused)),
    onAttemptReported: (over) => notify((observer) => observer.onAttemptReported?.(over)),
    onSwept: () => notify((observer) => observer.onSwept?.()),
    onSecretUnreadable: (pluginId) => notify((observer) => observer.onSecretUnreadable?.(pluginId)),
    onRetention: (isHeld) => notify((observer) => observer.onRetention?.(isHeld)),
    onAttemptStarted: (attempt) => notify((observer) => observer.onAttemptStarted?.(attempt)),
    onAttemptOver: (over) => notify((observer) => observer.onAttemptOver?.(over)),
  };
}

/** Returns the observer that writes the log. */
export function logObserver(log: Logger): Partial<Observer> {
  return {
    onRequestOver: (request) => logRequest(log, request),
    onPaymentRefused: (refused) => logRefusedPayment(log, refused),
    onSecretUnreadable: (pluginId) => logUnreadableSecret(log, pluginId),
    onAttemptOver: (over) => logAttempt(log, over),
    onAttemptReported: (over) => logAttempt(log, over),
  };
}

/** Returns an observer that reports requests and attempts inside their spans, and then ends the spans. */
export function observeInSpans(observer: Observer): Observer {
  return {
    ...observer,
    onRequestOver: (request) => {
      observer.onRequestOver(request);
      endRequestSpan(request);
    },
    onAttemptOver: (over) => traceAttempt(over, () => observer.onAttemptOver(over)),
    onAttemptReported: (over) => traceAttempt(over, () => observer.onAttemptReported(over)),
  };
}
