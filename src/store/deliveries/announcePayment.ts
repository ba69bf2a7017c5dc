import { rowsOf, type Statement } from '../database/preparedStatements.ts';
import type { Store } from '../database/store.ts';
import { dueChannel } from './dueDeliveries.ts';

/** The announcement of a pool that is on its way, and whether another payment was committed since. */
const onTheirWay = new WeakMap<Store['pool'], { isAgainWanted: boolean }>();

/**
 * Announces to every sweeper that a payment was committed, and does not wait for it. Payments that are committed while an
 * announcement is on its way share the next one. A transaction that announces keeps all others that do from committing until
 * its own commit is on the disk, so payments announce after theirs. If the process ends in between, the next tick finds the
 * delivery.
 */
export function announcePayment({ pool }: Pick<Store, 'pool'>): void {
  const before = onTheirWay.get(pool);
  if (before) {
    before.isAgainWanted = true;
    return;
  }
  const announcement = { isAgainWanted: false };
  onTheirWay.set(pool, announcement);
  rowsOf(pool, statement, [dueChannel])
    // The database has just gone away; the tick after it is back finds the delivery.
    .catch(() => {})
    .finally(() => {
      onTheirWay.delete(pool);
      if (announcement.isAgainWanted) announcePayment({ pool });
    });
}

const statement: Statement = { name: 'announce_payment', text: 'SELECT pg_notify($1, current_schema()::text)::text' };
