import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
let orderId: string;
beforeAll(async () => {
  shop = await startConsoleShop();
  // Nothing listens at this port (tcpmux, RFC 1078).
  const developer = await makeDeveloper(shop.service.admin, 'http://127.0.0.1:1/');
  orderId = (await makeOrder(shop.service.admin, developer)).id;
  await shop.service.admin(PayOrderDocument, { input: { orderId } });
});
afterAll(() => shop.stop());

describeInBrowser('an attempt that met nobody', () => {
  let browser: ConsoleBrowser;
  let page: Page;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
    page = await browser.openSignedIn(`/console/orders/${orderId}`, shop.service.adminToken);
  });
  afterAll(() => browser.close());

  const raw = () => page.getByText('ECONNREFUSED');

  it('is explained in a sentence, and the error of the machine is a click away', async () => {
    const attempt = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').first();
    await attempt.getByText('Attempt 1 could not be made: nothing listens at that address and port.').waitFor();
    await expect.poll(() => raw().isVisible()).toBe(false);
    await attempt.getByText('The error as it was reported').click();
    await raw().waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('is explained in Chinese, too', async () => {
    await page.getByLabel('Language').selectOption('中文');
    const attempt = page.getByRole('list', { name: '尝试记录' }).getByRole('listitem').first();
    await expect.poll(() => attempt.textContent()).toContain('第 1 次尝试未能发出：该地址和端口没有程序在监听');
  });
});
