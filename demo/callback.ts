import { setTimeout as wait } from 'node:timers/promises';
import { say, table, verified } from './narrator.ts';
import type { Staff } from './staff.ts';

interface Told {
  order: {
    notification: { code: string; message: string };
    delivery: { attempts: Attempt[] };
  };
}

interface Attempt {
  number: number;
  startedAt: string;
  outcome: string;
  httpStatus: number | null;
  durationMs: number | null;
  hint: string | null;
}

/** Watches, as staff do, how the developer is told; ends when they have acknowledged. */
export async function watchCallback(ask: Staff, orderId: string): Promise<void> {
  for (;;) {
    const { order } = await ask<Told>(whyNotTold, { orderId }, 'quietly');
    if (order.notification.code === 'DELIVERED') break;
    await wait(200);
  }
  say('');
  const { order } = await ask<Told>(whyNotTold, { orderId });
  table(
    ['attempt', 'started', 'outcome', 'status', 'ms', 'hint'],
    order.delivery.attempts.map(({ number, startedAt, outcome, httpStatus, durationMs, hint }) => [
      String(number),
      startedAt,
      outcome,
      String(httpStatus ?? ''),
      durationMs?.toFixed(1) ?? '',
      hint ?? '',
    ]),
  );
  const outcomes = order.delivery.attempts.map(({ outcome }) => outcome).join(' ');
  verified(
    'the developer was told: two failures, then SUCCESS',
    outcomes === 'UNEXPECTED_STATUS UNEXPECTED_BODY ACKNOWLEDGED',
  );
}

const whyNotTold = `query ($orderId: ID!) {
  order(id: $orderId) {
    notification { code message nextAttemptAt }
    delivery { status attempts { number startedAt outcome httpStatus durationMs hint } }
  }
}`;
