import { describe, expect, it } from 'vitest';
import { orderRecord } from '../../../src/rules/records/orderRecord.ts';
import { testCallbackRecord } from '../../../src/rules/callbacks/testCallbackRecord.ts';

const now = new Date('2021-06-22T02:37:15.999Z');
const zeros = '0'.repeat(32);

describe('a test message', () => {
  const record = testCallbackRecord('abcd1234', now, 'Asia/Shanghai');

  it('is unpaid, costs nothing and is of no order, goods or user that can exist', () => {
    expect(record).toEqual({
      attach: " Test *~!'() 测试 ",
      body: 'Test message; nothing was paid',
      created_at: '2021-06-22 10:37:15',
      goods_id: zeros,
      open_id: zeros,
      order_id: zeros,
      out_order_id: '',
      paid_at: '',
      pay_fee: 0,
      plugin_id: 'abcd1234',
      status: 0,
      timestamp: 1_624_329_435,
    });
  });

  it('has the fields of a real callback, in their order', () => {
    const order = {
      id: 'o',
      pluginId: 'p',
      goodsId: 'g',
      openId: 'u',
      outOrderId: null,
      attach: '',
      body: 'b',
      payFeeFen: 1,
      createdAt: now,
      paidAt: now,
    };
    expect(Object.keys(record)).toEqual(Object.keys(orderRecord(order, now, 'Asia/Shanghai')));
  });

  it('tells the time of the platform', () => {
    expect(testCallbackRecord('abcd1234', now, 'UTC').created_at).toBe('2021-06-22 02:37:15');
  });
});
