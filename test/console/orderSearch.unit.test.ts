import { expect, it } from 'vitest';
import { readFilter, unreadableParts } from '../../src/console/orders/orderSearch.ts';

it.each([
  { search: '', unreadable: [] },
  { search: 'q=CASE&status=unacknowledged&period=week&sandbox=1', unreadable: [] },
  { search: 'period=range&from=2026-11-01T00:00&to=2026-11-30T23:59', unreadable: [] },
  { search: 'period=range&from=&to=', unreadable: [] },
  { search: 'plugin=abcd1234&after=x&before=y', unreadable: [] },
  { search: 'stauts=FAILED', unreadable: ['stauts=FAILED'] },
  { search: 'toString=', unreadable: ['toString='] },
  { search: 'status=PAID&status=UNPAID', unreadable: ['status=UNPAID'] },
  { search: 'sandbox=0', unreadable: ['sandbox=0'] },
  { search: 'status=told', unreadable: ['status=told'] },
  { search: 'period=toString', unreadable: ['period=toString'] },
  { search: 'period=range&from=2026-13-01T00:00&to=soon', unreadable: ['from=2026-13-01T00:00', 'to=soon'] },
  { search: 'period=range&to=2026-02-30T00:00', unreadable: ['to=2026-02-30T00:00'] },
  { search: 'from=2026-11-01T00:00', unreadable: ['from=2026-11-01T00:00'] },
])('the address ?$search has $unreadable that cannot be read', ({ search, unreadable }) => {
  expect(unreadableParts(new URLSearchParams(search))).toEqual(unreadable);
});

it('reads a range as the wall times of the platform', () => {
  const search = new URLSearchParams('period=range&from=2026-11-01T00:00&to=2026-11-30T12:30:15');
  expect(readFilter(search, 'Asia/Shanghai', new Date(0))).toEqual({
    createdFrom: '2026-10-31T16:00:00.000Z',
    createdTo: '2026-11-30T04:30:15.000Z',
  });
});
