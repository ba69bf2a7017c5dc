import { unixSeconds } from '../signing/timestamp.ts';

export interface RecordedOrder {
  id: string;
  pluginId: string;
  goodsId: string;
  openId: string;
  outOrderId: string | null;
  attach: string;
  body: string;
  payFeeFen: number;
  createdAt: Date;
  paidAt: Date | null;
}

/** The `resource` of the order query and of the callback (specification, Order record), ready to be signed. */
export function orderRecord(order: RecordedOrder, now: Date, timeZone: string) {
  return {
    attach: order.attach,
    body: order.body,
    created_at: wallClock(order.createdAt, timeZone),
    goods_id: order.goodsId,
    open_id: order.openId,
    order_id: order.id,
    out_order_id: order.outOrderId ?? '',
    paid_at: order.paidAt ? wallClock(order.paidAt, timeZone) : '',
    pay_fee: order.payFeeFen,
    plugin_id: order.pluginId,
    status: order.paidAt ? 10 : 0,
    timestamp: unixSeconds(now),
  };
}

/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone. */
export function wallClock(instant: Date, timeZone: string): string {
  return formatterFor(timeZone).format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a time zone, made once: to make one costs fifty times as much as to use it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // The Swedish locale writes ISO 8601 dates and a 24-hour clock.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
