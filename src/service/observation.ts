import type { Logger } from 'pino';
import type { RequestOver } from '../http/observeRequests.ts';
import { logAttempt, logRefusedPayment, logRequest, logUnreadableSecret } from '../log/logEvents.ts';
import type { NewRefusedPayment } from '../store/orders/refusedPayments.ts';
import type { SweeperObserver } from '../sweeper/loop/sweeperObserver.ts';
import { traceAttempt } from '../tracing/traceAttempt.ts';
import { endRequestSpan } from '../tracing/traceRequests.ts';

/** Whoever watches what this process does: told of each request and of each attempt when it is over. */
export interface Observer extends SweeperObserver {
  onRequestOver(request: RequestOver): void;
  /** Besides the request being over; `limit` is one of a fixed set. */
  onRateLimited(limit: string): void;
  /** Besides the request being over, and its failure being logged: a secret of the plugin cannot be decrypted. */
  onRequestUnverifiable(pluginId: string): void;
  /** Besides the request being over. */
  onPaymentRefused(refused: NewRefusedPayment): void;
}

/** All watchers as one. A watcher that fails is logged, and keeps neither the others nor the work from going on. */
export function observeBy(observers: readonly Partial<Observer>[], log: Logger): Observer {
  const tell = (say: (observer: Partial<Observer>) => void) => {
    for (const observer of observers) {
      try {
        say(observer);
      } catch (error) {
        log.error({ err: error }, 'what happened could not be noted');
      }
    }
  };
  return {
    onRequestOver: (request) => tell((observer) => observer.onRequestOver?.(request)),
    onRateLimited: (limit) => tell((observer) => observer.onRateLimited?.(limit)),
    onRequestUnverifiable: (pluginId) => tell((observer) => observer.onRequestUnverifiable?.(pluginId)),
    onPaymentRefused: (refused) => tell((observer) => observer.onPaymentRefused?.(refused)),
    onSwept: () => tell((observer) => observer.onSwept?.()),
    onSecretUnreadable: (pluginId) => tell((observer) => observer.onSecretUnreadable?.(pluginId)),
    onRetention: (isHeld) => tell((observer) => observer.onRetention?.(isHeld)),
    onAttemptStarted: (attempt) => tell((observer) => observer.onAttemptStarted?.(attempt)),
    onAttemptOver: (over) => tell((observer) => observer.onAttemptOver?.(over)),
  };
}

/** The one that writes the log. */
export function logObserver(log: Logger): Partial<Observer> {
  return {
    onRequestOver: (request) => logRequest(log, request),
    onPaymentRefused: (refused) => logRefusedPayment(log, refused),
    onSecretUnreadable: (pluginId) => logUnreadableSecret(log, pluginId),
    onAttemptOver: (over) => logAttempt(log, over),
  };
}

/** Told of requests and of attempts each in its span, which is then complete. */
export function observeInSpans(observer: Observer): Observer {
  return {
    ...observer,
    onRequestOver: (request) => {
      observer.onRequestOver(request);
      endRequestSpan(request);
    },
    onAttemptOver: (over) => traceAttempt(over, () => observer.onAttemptOver(over)),
  };
}
