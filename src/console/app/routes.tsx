import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { FailedPage, FailedRoute } from '../shell/FailedPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { PageNotLoaded } from './PageNotLoaded.ts';
import { forgetReloads } from './reloads.ts';

/** The pages. The service answers each of their paths with the same document, see consoleRoutes.ts. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <FailedRoute />,
    // Until the script of the first page is there.
    hydrateFallbackElement: <></>,
    // Inside the frame, so that one can go elsewhere.
    children: [
      {
        errorElement: <FailedPage />,
        children: [
          { index: true, lazy: pageOf(async () => (await import('../overview/Overview.tsx')).Overview) },
          { path: 'orders', lazy: pageOf(async () => (await import('../orders/Orders.tsx')).Orders) },
          { path: 'orders/:orderId', lazy: pageOf(async () => (await import('../order/OrderPage.tsx')).OrderPage) },
          { path: 'plugins', lazy: pageOf(async () => (await import('../plugins/Plugins.tsx')).Plugins) },
          {
            path: 'plugins/:pluginId',
            lazy: pageOf(async () => (await import('../plugin/PluginPage.tsx')).PluginPage),
          },
          { path: 'doctor', lazy: pageOf(async () => (await import('../doctor/Doctor.tsx')).Doctor) },
          { path: 'rejected', lazy: pageOf(async () => (await import('../rejected/Rejected.tsx')).Rejected) },
          { path: 'keys', lazy: pageOf(async () => (await import('../keys/Keys.tsx')).Keys) },
          { path: 'audit', lazy: pageOf(async () => (await import('../audit/AuditLog.tsx')).AuditLog) },
        ],
      },
    ],
  },
];

/** Loads the script of a page when it is first opened. */
function pageOf(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      const Component = await load();
      forgetReloads();
      return { Component };
    } catch (cause) {
      throw new PageNotLoaded('The script of the page could not be loaded.', { cause });
    }
  };
}
