import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

/** An order with a title of its own. */
async function makeTitled(title: string, outOrderId: string): Promise<string> {
  const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title });
  return (await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id, outOrderId })).id;
}

describeInBrowser('orders in the list', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);
  const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row');

  it.each(['order_id', 'external number', 'open_id', 'goods'])('are found by the %s', async (kind) => {
    const id = await makeTitled(`Searched ${kind}`, `searched-${kind.replace(/\W/g, '-')}`);
    const texts: Record<string, string> = {
      order_id: id,
      'external number': 'searched-external-number',
      open_id: shop.developer.openId,
      goods: 'searched GOODS',
    };
    const page = await open(`/console/orders?q=${encodeURIComponent(texts[kind]!)}`);
    await expect.poll(() => rows(page).getByRole('link', { name: id }).count()).toBe(1);
    if (kind !== 'open_id') await expect.poll(() => rows(page).count()).toBe(2);
  });

  it('are left by a click, also when a search was typed just before it and the browser is slow', async () => {
    const id = await makeTitled('Clicked early', 'clicked-0001');
    const page = await open('/console/orders');
    const opened = page.getByRole('link', { name: id });
    await opened.waitFor();
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('clicked-0001');
    await opened.evaluate((link: { click(): void }) => {
      link.click();
      // Longer than the pause after which a typed text is searched.
      const end = performance.now() + 600;
      while (performance.now() < end);
    });
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('have a filter in the address, which the back button and colleagues can use', async () => {
    await makeTitled('Given to colleagues', 'colleague-0001');
    const page = await open('/console/orders');
    await page.getByLabel('Status').selectOption('Paid');
    await page.getByText('No order matches.').waitFor();
    await page.goBack();
    await rows(page).first().waitFor();
    await page.goForward();
    await page.getByText('No order matches.').waitFor();
    const colleague = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await colleague.getByText('No order matches.').waitFor();
    await expect.poll(() => colleague.getByLabel('Status').inputValue()).toBe('PAID');
  });

  it.each([
    ['a value', 'period=range&from=2026-13-01T00:00&status=unacknowledged', 'from=2026-13-01T00:00'],
    ['a name', 'stauts=unacknowledged', 'stauts=unacknowledged'],
  ])('are not shown, nor resent, for an address with %s that nobody understands', async (_, search, unreadable) => {
    await makeTitled('Not meant', `not-meant-${search.length}`);
    const page = await open(`/console/orders?${search}`);
    await page.getByRole('alert').filter({ hasText: unreadable }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    expect(await rows(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Resend all' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all orders' }).click();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Resend all' }).waitFor();
  });

  it('are filtered by an exact range, whose fields are as high as the others and name the zone of the platform', async () => {
    const id = await makeTitled('In a range', 'range-0001');
    const page = await open('/console/orders?q=range-0001&period=range');
    await rows(page).getByRole('link', { name: id }).waitFor();
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    for (const field of [from, to]) {
      const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
      expect(await note.textContent()).toBe('Times in this console are those of the time zone Asia/Shanghai.');
    }
    // 02:37 in UTC, where the order is not before that.
    await to.fill('2021-06-22T10:37');
    await page.getByText('No order matches.').waitFor();
    await to.fill('2021-06-22T10:38');
    await rows(page).getByRole('link', { name: id }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const heights = `[...new Set([...document.querySelectorAll('.filters :is(select, input)')].map((one) => one.offsetHeight))]`;
      await expect.poll(() => page.evaluate(heights)).toHaveLength(1);
    }
  });

  it('show whole numbers and titles on a screen of 1280 pixels, unless they are long', async () => {
    const id = await makeTitled('Season pass', 'season-00001');
    const page = await open('/console/orders?q=season-00001');
    await page.setViewportSize({ width: 1280, height: 800 });
    await rows(page).getByRole('link', { name: id }).waitFor();
    // A text that was cut off has a second line, which is not seen. The nickname is long.
    const unseen = `Math.max(...[...document.querySelectorAll('.cut')].slice(0, -1).map((one) => one.scrollHeight - one.clientHeight))`;
    await expect.poll(() => page.evaluate(unseen)).toBeLessThan(10);
    const hidden = `[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth)`;
    await expect.poll(() => page.evaluate(hidden)).toEqual([0]);
  });

  it('keep each part of a filter that is changed at once', async () => {
    const page = await open('/console/orders');
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    await search.fill('BRUSH');
    // As keys would do, faster than the search waits.
    await page.getByLabel('Status').selectOption('UNPAID');
    await page.getByLabel('Created').selectOption('week');
    const parts = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(parts).toEqual({ q: 'BRUSH', status: 'UNPAID', period: 'week' });
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('UNPAID');
  });

  it('turn pages by keyset, also back', async () => {
    const title = `Leaf ${randomUUID()}`;
    const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title });
    for (let count = 0; count < 32; count += 1)
      await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id });
    const page = await open(`/console/orders?q=${encodeURIComponent(title)}`);
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(31);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(3);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(31);
  });

  it('leaves no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
