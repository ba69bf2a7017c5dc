import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
let tea: string;
let others: string[];
beforeAll(async () => {
  shop = await startConsoleShop();
  const { admin } = shop.service;
  const make = async (title: string, outOrderId: string) => {
    const goods = await makeGoods(admin, shop.developer.pluginId, { title });
    return (await makeOrder(admin, shop.developer, { goodsId: goods.id, outOrderId })).id;
  };
  tea = await make('Green tea', 'TEA-2026');
  others = [await make('Brush', 'BRUSH-1'), await make('Brush', 'BRUSH-2')];
});
afterAll(() => shop.stop());

describeInBrowser('a search', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);
  const table = (page: Page) => page.getByRole('table', { name: 'Orders' });

  /** Keeps the answers to an operation back until the returned function is called. */
  async function holdBack(page: Page, operation: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(`"operationName":"${operation}"`)) await released;
      await route.continue();
    });
    return release;
  }

  it('finds what a caller reads out', async () => {
    const page = await open('/console/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(' ＃ｔｅａ－２０ ２６ ');
    await expect.poll(() => table(page).getByRole('rowheader').allTextContents()).toEqual([tea]);
  });

  it('marks what was found before, in its place, as no answer', async () => {
    const page = await open('/console/orders');
    await expect.poll(() => table(page).getByRole('rowheader').count()).toBe(3);
    const release = await holdBack(page, 'Orders');
    const place = await table(page).boundingBox();
    const status = page.getByRole('status').filter({ hasText: 'Searching…' });
    expect(await status.count()).toBe(0);

    await page.getByRole('searchbox', { name: 'Search orders' }).fill('TEA-2026');
    await status.waitFor();
    const found = page.locator('[aria-busy]');
    await expect.poll(() => found.getAttribute('aria-busy')).toBe('true');
    const opacity = `getComputedStyle(document.querySelector('[aria-busy]')).opacity`;
    await expect.poll(() => page.evaluate(opacity)).toBe('0.55');
    expect(await table(page).getByRole('rowheader').count()).toBe(3);
    expect(await table(page).boundingBox()).toEqual(place);

    release();
    await expect.poll(() => table(page).getByRole('rowheader').allTextContents()).toEqual([tea]);
    await expect.poll(() => found.getAttribute('aria-busy')).toBe('false');
    await expect.poll(() => status.count()).toBe(0);
    expect(await table(page).boundingBox()).toMatchObject({ x: place!.x, y: place!.y, width: place!.width });
  });

  it('does not mark what is only read again', async () => {
    const page = await open('/console');
    // The filter of the last day is another one each minute.
    await page.clock.install({ time: shop.service.clock.now });
    await page.goto(`${shop.service.url}/console/orders?period=day`);
    await expect.poll(() => table(page).getByRole('rowheader').count()).toBe(3);
    const release = await holdBack(page, 'Orders');
    const again = page.waitForRequest((request) => request.postData()?.includes('"operationName":"Orders"') === true);
    await page.clock.fastForward(120_000);
    await again;
    await expect.poll(() => page.locator('[aria-busy]').getAttribute('aria-busy')).toBe('false');
    release();
  });

  it('from the keyboard leads to the page of an order, if it finds only one', async () => {
    const page = await open('/console');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('#tea-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: tea }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('from the keyboard leads to the list, if it finds several', async () => {
    const page = await open('/console');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('brush');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await table(page).getByRole('rowheader').allTextContents()).toSorted())
      .toEqual(others.toSorted());
    expect(new URL(page.url()).search).toBe('?q=brush');
  });

  it('from the keyboard says that it takes time, and is forgotten when the palette is closed', async () => {
    const page = await open('/console');
    const release = await holdBack(page, 'FindOrders');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('tea-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('status').filter({ hasText: 'Searching…' }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('FindOrders') === true);
    await page.keyboard.press('Escape');
    release();
    await (await answered).finished();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview');
    expect(new URL(page.url()).pathname).toBe('/console');
  });

  it('leaves no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
