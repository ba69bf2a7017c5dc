import type { RouteObject } from 'react-router';
import { Shell } from '../shell/Shell.tsx';
import { FailedPage } from '../shell/FailedPage.tsx';

/** The pages. The service answers each of their paths with the same document, see consoleRoutes.ts. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <FailedPage />,
    // Until the script of the first page is there.
    hydrateFallbackElement: <></>,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('../overview/Overview.tsx')).Overview }) },
      { path: 'orders', lazy: async () => ({ Component: (await import('../orders/Orders.tsx')).Orders }) },
      {
        path: 'orders/:orderId',
        lazy: async () => ({ Component: (await import('../order/OrderPage.tsx')).OrderPage }),
      },
      { path: 'plugins', lazy: async () => ({ Component: (await import('../plugins/Plugins.tsx')).Plugins }) },
      {
        path: 'plugins/:pluginId',
        lazy: async () => ({ Component: (await import('../plugin/PluginPage.tsx')).PluginPage }),
      },
      { path: 'doctor', lazy: async () => ({ Component: (await import('../doctor/Doctor.tsx')).Doctor }) },
      { path: 'rejected', lazy: async () => ({ Component: (await import('../rejected/Rejected.tsx')).Rejected }) },
      { path: 'keys', lazy: async () => ({ Component: (await import('../keys/Keys.tsx')).Keys }) },
      { path: 'audit', lazy: async () => ({ Component: (await import('../audit/AuditLog.tsx')).AuditLog }) },
    ],
  },
];
