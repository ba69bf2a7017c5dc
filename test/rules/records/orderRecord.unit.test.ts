import { afterEach, describe, expect, it, vi } from 'vitest';
import { orderRecord, wallClock, type RecordedOrder } from '../../../src/rules/records/orderRecord.ts';

const now = new Date('2021-06-22T02:40:00.999Z');
const unpaid: RecordedOrder = {
  id: 'o'.repeat(32),
  pluginId: 'plugtest',
  goodsId: 'g'.repeat(32),
  openId: '0'.repeat(32),
  outOrderId: 'external-1',
  attach: 'a=1&b=2',
  body: '会员 1年',
  payFeeFen: 100,
  createdAt: new Date('2021-06-22T02:37:15.999Z'),
  paidAt: null,
};

describe('the record of an order', () => {
  it('has all twelve fields, with an empty paid_at and status 0 while it is unpaid', () => {
    expect(orderRecord(unpaid, now, 'Asia/Shanghai')).toStrictEqual({
      attach: 'a=1&b=2',
      body: '会员 1年',
      created_at: '2021-06-22 10:37:15',
      goods_id: 'g'.repeat(32),
      open_id: '0'.repeat(32),
      order_id: 'o'.repeat(32),
      out_order_id: 'external-1',
      paid_at: '',
      pay_fee: 100,
      plugin_id: 'plugtest',
      status: 0,
      timestamp: 1_624_329_600,
    });
  });

  it('has the time of payment and status 10 when it is paid', () => {
    const paid = { ...unpaid, paidAt: new Date('2021-06-22T16:00:00Z') };

    expect(orderRecord(paid, now, 'Asia/Shanghai')).toStrictEqual({
      ...orderRecord(unpaid, now, 'Asia/Shanghai'),
      paid_at: '2021-06-23 00:00:00',
      status: 10,
    });
  });

  it('has an empty out_order_id when the order has no external number', () => {
    expect(orderRecord({ ...unpaid, outOrderId: null }, now, 'UTC').out_order_id).toBe('');
  });
});

const instants = [
  { instant: '2021-06-22T02:37:15Z', timeZone: 'Asia/Shanghai', wall: '2021-06-22 10:37:15', shows: 'UTC+8' },
  { instant: '2021-06-22T15:59:59Z', timeZone: 'Asia/Shanghai', wall: '2021-06-22 23:59:59', shows: 'the last second' },
  { instant: '2021-06-22T16:00:00Z', timeZone: 'Asia/Shanghai', wall: '2021-06-23 00:00:00', shows: 'midnight as 00' },
  { instant: '2020-12-31T16:00:00Z', timeZone: 'Asia/Shanghai', wall: '2021-01-01 00:00:00', shows: 'the new year' },
  { instant: '2020-02-29T04:00:00Z', timeZone: 'Asia/Shanghai', wall: '2020-02-29 12:00:00', shows: 'noon as 12' },
  { instant: '2021-06-22T02:37:15Z', timeZone: 'UTC', wall: '2021-06-22 02:37:15', shows: 'UTC' },
  { instant: '2021-06-22T02:37:15.999Z', timeZone: 'UTC', wall: '2021-06-22 02:37:15', shows: 'no rounding up' },
  { instant: '2021-03-04T05:06:07Z', timeZone: 'UTC', wall: '2021-03-04 05:06:07', shows: 'two digits each' },
  {
    instant: '2021-03-14T06:59:59Z',
    timeZone: 'America/New_York',
    wall: '2021-03-14 01:59:59',
    shows: 'before spring',
  },
  {
    instant: '2021-03-14T07:00:00Z',
    timeZone: 'America/New_York',
    wall: '2021-03-14 03:00:00',
    shows: 'the hour skipped',
  },
  { instant: '2021-11-07T05:30:00Z', timeZone: 'America/New_York', wall: '2021-11-07 01:30:00', shows: 'an hour' },
  { instant: '2021-11-07T06:30:00Z', timeZone: 'America/New_York', wall: '2021-11-07 01:30:00', shows: 'it once more' },
  { instant: '2021-11-07T07:30:00Z', timeZone: 'America/New_York', wall: '2021-11-07 02:30:00', shows: 'after autumn' },
];

describe.each(['Asia/Shanghai', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'the wall clock, on a machine in %s',
  (machineZone) => {
    afterEach(() => vi.unstubAllEnvs());

    it.each(instants)('shows $instant in $timeZone as $wall: $shows', ({ instant, timeZone, wall }) => {
      vi.stubEnv('TZ', machineZone);
      expect(new Date(instant).getHours()).toBe(hourIn(machineZone, instant));

      expect(wallClock(new Date(instant), timeZone)).toBe(wall);
    });
  },
);

function hourIn(timeZone: string, instant: string): number {
  return Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(instant)),
  );
}
