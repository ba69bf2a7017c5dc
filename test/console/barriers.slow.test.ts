import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { consolePages } from '../../src/admin/console/consoleRoutes.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startStockedShop, type StockedShop } from '../support/stockedShop.ts';

const sources = 'src/console';

/** The paths of all pages, as the router has them. A new page is tried without a change here. */
const paths = ['', ...readFileSync(`${sources}/app/routes.tsx`, 'utf8').matchAll(/path: '([^']+)'/g)].map((found) =>
  typeof found === 'string' ? found : found[1]!,
);

/** The components that show a dialog: all that use one of the elements of src/console/parts. */
const dialogFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.tsx') &&
    !file.startsWith('parts/') &&
    /<(?:Dialog|ReasonDialog)\b/.test(readFileSync(`${sources}/${file}`, 'utf8')),
);

interface DialogCase {
  path: string;
  /** The field that is emptied before. */
  emptied?: string;
  /** The button that opens it, or the key. */
  opener: { button: string | RegExp } | { key: string };
}

const dialogs: Record<string, DialogCase> = {
  'bulk/BulkResend.tsx': { path: 'orders', opener: { button: 'Resend all' } },
  'keys/CreateKeyDialog.tsx': { path: 'keys', opener: { button: 'Create key' } },
  'keys/Keys.tsx': { path: 'keys', opener: { button: /^Revoke / } },
  'order/Actions.tsx': { path: 'orders/:orderId', opener: { button: 'Resend' } },
  'orders/SaveView.tsx': { path: 'orders?q=shop', opener: { button: 'Save this view' } },
  'plugin/CallbackUrlPart.tsx': {
    path: 'plugins/:pluginId',
    emptied: 'Callback URL',
    opener: { button: 'Save' },
  },
  'plugin/GoodsPart.tsx': { path: 'plugins/:pluginId', opener: { button: 'Create goods' } },
  'plugin/SecretsPart.tsx': { path: 'plugins/:pluginId', opener: { button: 'Reset secret' } },
  'plugins/CreatePluginDialog.tsx': { path: 'plugins', opener: { button: 'Create plugin' } },
  'shell/Palette.tsx': { path: '', opener: { key: 'Control+K' } },
  'shell/Shortcuts.tsx': { path: '', opener: { key: '?' } },
};

let shop: StockedShop;
beforeAll(async () => {
  shop = await startStockedShop();
});
afterAll(() => shop.stop());

it('each page that the service answers, and each dialog, has a case here', () => {
  expect(paths.map((path) => `/console/${path}`.replace(/\/$/, ''))).toEqual(consolePages);
  expect(Object.keys(dialogs).toSorted()).toEqual(dialogFiles.toSorted());
});

describeInBrowser('axe finds no barriers, in light and in dark,', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  let opened: Page;
  afterEach(() => opened.close());

  async function open(path: string): Promise<Page> {
    const values: Record<string, string> = { orderId: shop.orderId, pluginId: shop.developer.pluginId };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => values[name]!);
    opened = await browser.openSignedIn(`/console/${filled}`.replace(/\/$/, ''), shop.service.adminToken);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    await opened.waitForLoadState('networkidle');
    return opened;
  }

  async function barriersInBoth(page: Page): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found[colorScheme] = await findBarriers(page);
    }
    return found;
  }

  it.each(paths)('on the page /%s, also on a telephone', async (path) => {
    const page = await open(path);
    await expect.poll(() => barriersInBoth(page)).toEqual({ light: [], dark: [] });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it.each(Object.entries(dialogs))('in the dialog of %s', async (_file, { path, emptied, opener }) => {
    const page = await open(path);
    if (emptied) await page.getByLabel(emptied).fill('');
    if ('key' in opener) await page.keyboard.press(opener.key);
    else await page.getByRole('button', { name: opener.button, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => barriersInBoth(page)).toEqual({ light: [], dark: [] });
  });

  it('at an address without a page, whose frame leads on', async () => {
    const page = await open('orders/a/b');
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await expect.poll(() => barriersInBoth(page)).toEqual({ light: [], dark: [] });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plugins' }).click();
    await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor();
  });

  it('in the findings of the doctor, about a request that was rejected', async () => {
    const page = await open('rejected');
    await page.getByRole('link', { name: 'Diagnose' }).click();
    await page.getByRole('button', { name: 'Diagnose' }).click();
    await page.getByRole('list', { name: 'Findings' }).waitFor();
    await expect.poll(() => barriersInBoth(page)).toEqual({ light: [], dark: [] });
  });
});
