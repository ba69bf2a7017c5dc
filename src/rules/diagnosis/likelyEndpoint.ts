/** What every endpoint requires besides sign (specification, Endpoints). */
export const requiredAlways = ['plugin_id', 'timestamp'];

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
}

const baseInfo: Endpoint = { method: 'GET', path: '/baseinfo' };
const paymentsRecord: Endpoint = { method: 'GET', path: '/payments/record' };
const goods: Endpoint = { method: 'POST', path: '/goods' };
export const endpoints: readonly Endpoint[] = [baseInfo, paymentsRecord, goods];

export interface LikelyEndpoint extends Endpoint {
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
    return { ...paymentsRecord, required: [...requiredAlways, 'out_order_id'] };
  }
  const withUser = [...requiredAlways, 'access_token'];
  if (['title', 'total_fee', 'pay_limit'].some((name) => names.has(name))) {
    return { ...goods, required: [...withUser, 'title', 'total_fee'] };
  }
  return { ...baseInfo, required: withUser };
}
