import { ordersPath } from '../parts/listPaths.ts';

/** Returns the path of the list of a plugin's paid orders whose developer was not told. They can be resent there. */
export function notToldPath({ id, sandbox }: { id: string; sandbox: boolean }): string {
  return ordersPath({ status: 'unacknowledged', plugin: id }, sandbox);
}
