/** What every endpoint requires besides sign (specification, Endpoints). */
export const requiredAlways = ['plugin_id', 'timestamp'];

/**
 * The names that must be sent, for parameters whose endpoint is not known: it is the one that takes what was sent. What
 * could be for any of them is taken for a call of /baseinfo.
 */
export function requiredParameters(sent: Iterable<string>): string[] {
  const names = new Set(sent);
  if (names.has('out_order_id')) return [...requiredAlways, 'out_order_id'];
  const isForGoods = ['title', 'total_fee', 'pay_limit'].some((name) => names.has(name));
  return [...requiredAlways, 'access_token', ...(isForGoods ? ['title', 'total_fee'] : [])];
}
