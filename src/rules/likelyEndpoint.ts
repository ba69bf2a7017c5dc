/** What every endpoint requires besides sign (specification, Endpoints). */
export const requiredAlways = ['plugin_id', 'timestamp'];

export interface LikelyEndpoint {
  method: 'GET' | 'POST';
  path: string;
  /** The names that must be sent, except sign. */
  required: string[];
}

/**
 * The endpoint that takes what was sent, when it is not known which was called. What could be for any of them is taken
 * for a call of /baseinfo.
 */
export function likelyEndpoint(sent: Iterable<string>): LikelyEndpoint {
  const names = new Set(sent);
  if (names.has('out_order_id')) {
    return { method: 'GET', path: '/payments/record', required: [...requiredAlways, 'out_order_id'] };
  }
  const withUser = [...requiredAlways, 'access_token'];
  if (['title', 'total_fee', 'pay_limit'].some((name) => names.has(name))) {
    return { method: 'POST', path: '/goods', required: [...withUser, 'title', 'total_fee'] };
  }
  return { method: 'GET', path: '/baseinfo', required: withUser };
}
