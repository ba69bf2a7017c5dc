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
    ],
  },
];
