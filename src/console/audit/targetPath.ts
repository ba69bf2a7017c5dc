/** The pages that show what these actions were done to. The others have none, or say something else. */
const pages = {
  createPlugin: '/plugins',
  updatePlugin: '/plugins',
  resetPluginSecret: '/plugins',
  createDeliveries: '/plugins',
  createOrder: '/orders',
  payOrder: '/orders',
  resendDelivery: '/orders',
  cancelDelivery: '/orders',
};

/** Returns the path of the page about the target of an action; null: there is none. */
export function targetPath(action: string, target: string): string | null {
  return Object.hasOwn(pages, action) ? `${pages[action as keyof typeof pages]}/${encodeURIComponent(target)}` : null;
}
