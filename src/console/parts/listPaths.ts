/** Returns the path to the list of orders, for this search. A list has either live orders or those of sandbox plugins. */
export function ordersPath(search: Record<string, string>, sandbox: boolean): string {
  return pathOf('/orders', search, sandbox);
}

/** Returns the path to the list of live plugins, or to that of sandbox plugins. */
export function pluginsPath(sandbox: boolean): string {
  return pathOf('/plugins', {}, sandbox);
}

function pathOf(list: string, search: Record<string, string>, sandbox: boolean): string {
  const parts = new URLSearchParams({ ...search, ...(sandbox ? { sandbox: '1' } : {}) }).toString();
  return parts === '' ? list : `${list}?${parts}`;
}
