import { wallClock } from '../../rules/records/orderRecord.ts';
import { testCallbackRecord } from '../../rules/callbacks/testCallbackRecord.ts';
import { checkWholeNumber, largestInteger } from '../../rules/values/values.ts';
import { printable } from '../printable.ts';
import { UsageError } from '../usageError.ts';

/** The fields of a callback, as the service sends them. */
export type CallbackRecord = Record<string, string | number>;

/** The default of PLATFORM_TIMEZONE. */
const timeZone = 'Asia/Shanghai';
const paidStatus = 10;

/**
 * Returns the record of a test callback: an unpaid order that cannot exist, unless other values are given. A paid one
 * has a time of payment. Throws a UsageError for fields that no callback has.
 */
export function testRecord(given: ReadonlyMap<string, string>, now: Date): CallbackRecord {
  const record: CallbackRecord = testCallbackRecord('plugtest', now, timeZone);
  if (given.get('status') === String(paidStatus)) {
    record['paid_at'] = wallClock(now, timeZone);
    record['body'] = 'Test payment';
  }
  for (const [name, value] of given) {
    if (!Object.hasOwn(record, name)) {
      const names = Object.keys(record).join(', ');
      throw new UsageError(`expected a field of a callback (${names}), but got: ${printable(name)}`);
    }
    record[name] = typeof record[name] === 'number' ? readWhole(name, value) : value;
  }
  return record;
}

/** Says whether a receiver takes the record for a payment. */
export function isPaid(record: CallbackRecord): boolean {
  return record['status'] === paidStatus;
}

function readWhole(name: string, value: string): number {
  const isWhole = /^\d{1,10}$/.test(value) && checkWholeNumber(Number(value), 0) === undefined;
  if (isWhole) return Number(value);
  throw new UsageError(`expected a whole number from 0 to ${largestInteger} as ${name}, but got: ${printable(value)}`);
}
