import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startStockedShop, type StockedShop } from '../support/stockedShop.ts';

/** A number that does not fit beside the name of its column. */
const longNumber = 'N'.repeat(64);

/** The tests know no types of a browser. */
interface RowInPage {
  querySelectorAll(selector: string): Iterable<object>;
  ownerDocument: { defaultView: { getComputedStyle(cell: object, part: string): { content: string } } };
}

let shop: StockedShop;
beforeAll(async () => {
  shop = await startStockedShop(longNumber);
});
afterAll(() => shop.stop());

describeInBrowser('on a telephone, the rows of a table', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string, width: number): Promise<Page> => {
    const page = await browser.open(path, { viewport: { width, height: 844 } });
    await signIn(page, shop.service.adminToken);
    return page;
  };

  /** The names that stand beside the cells of the first row, where they are seen. */
  const namesOf = async (page: Page, table: string): Promise<string[]> => {
    const row = page.getByRole('table', { name: table }).getByRole('row').nth(1);
    const contents = await row.evaluate((element: RowInPage) => {
      const { getComputedStyle } = element.ownerDocument.defaultView;
      return [...element.querySelectorAll('[data-name]')].map((cell) => getComputedStyle(cell, '::before').content);
    });
    return contents.flatMap((content) => /^"(.*?)"/.exec(content)?.[1] ?? []);
  };
  const mostHidden = `Math.max(...[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth))`;

  it.each([
    ['', 'Plugins by orders not told', ['Not told', 'Waits for', 'Receiver now', 'Last success'], 5],
    ['', 'Developers who were not told', ['Plugin', 'Amount', 'Paid', 'Why'], 6],
    ['/orders', 'Orders', ['External number', 'Goods', 'Plugin', 'User', 'Amount', 'Created'], 8],
    ['/plugins', 'Plugins', ['Not told', 'Waiting', 'Gave up', 'Callback URL'], 6],
    ['/plugins/:id', 'Goods of the console', ['Title', 'goods_id', 'Price', 'Sold'], 4],
    ['/rejected', 'Rejected requests', ['Time', 'Reason', 'Endpoint', 'plugin_id', 'Clock', 'From'], 7],
    ['/keys', 'Keys', ['Name', 'Role', 'Created', 'Last used'], 5],
    ['/audit', 'Audit log', ['Time', 'Who', 'Action', 'Of', 'Reason', 'Detail'], 6],
  ])('are cards that name what they say, and are a table still: %s %s', async (path, table, names, columns) => {
    const page = await open(`/console${path.replace(':id', shop.developer.pluginId)}`, 390);
    await expect.poll(() => namesOf(page, table)).toEqual(names);

    const found = page.getByRole('table', { name: table });
    await expect.poll(() => found.getByRole('columnheader').count()).toBe(columns);
    const row = found.getByRole('row').nth(1);
    await expect.poll(() => row.getByRole('cell').or(row.getByRole('rowheader')).count()).toBe(columns);
    // Screen readers have the name from the table: the one that is seen is no part of the cell.
    await expect.poll(() => row.ariaSnapshot()).not.toContain(`${names[0]} `);

    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expect.poll(() => page.evaluate(mostHidden)).toBe(0);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('stand below each other on a wide screen, no wider than it', async () => {
    const page = await open('/console/orders', 1280);
    await page.getByRole('rowheader').first().waitFor();
    await expect.poll(() => namesOf(page, 'Orders')).toEqual([]);
    await expect.poll(() => page.evaluate(mostHidden)).toBe(0);
    expect(await page.getByTitle(longNumber).count()).toBe(1);
  });

  it('leave no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
