/** SQL for an instant as the specification writes it, in the product's default time zone. */
export function wallClock(column: string): string {
  return `to_char(${column} AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** SQL for the order record's columns, of an order `found` and the plugin_user of its user. */
export const orderColumns = `
  attach, body, ${wallClock('found.created_at')} AS created_at, goods_id, open_id, found.id AS order_id,
  coalesce(out_order_id, '') AS out_order_id, coalesce(${wallClock('paid_at')}, '') AS paid_at, pay_fee_fen AS pay_fee,
  found.plugin_id, CASE WHEN paid_at IS NULL THEN 0 ELSE 10 END AS status`;
