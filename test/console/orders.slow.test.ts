import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CreateApiKeyDocument, PayOrderDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

/** Texts that a developer or a receiver could send to attack staff. */
const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

/** A paid order with a title of its own. */
async function makePaidOrder(title: string, outOrderId: string): Promise<string> {
  const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title });
  const { id } = await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id, outOrderId, attach: attack });
  await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
  return id;
}

describeInBrowser('orders in the console', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const openSignedIn = async (path: string, key = shop.service.adminToken): Promise<Page> =>
    browser.openSignedIn(path, key);
  const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('row');

  it('lead from a complaint to the delivered callback', async () => {
    shop.receiver.answer({ status: 500, body: attack });
    const id = await makePaidOrder('Story goods', 'story-0001');
    const page = await openSignedIn('/console/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('story-0001');
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();

    const notification = page.getByRole('region', { name: 'Notification' });
    await notification
      .getByText('All 1 automatic notifications failed')
      .or(notification.getByText('500'))
      .first()
      .waitFor();
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await expect.poll(() => attempts.first().textContent()).toMatch(/1.*Unexpected status.*500/s);
    await page.getByText(attack).first().waitFor();
    await expect.poll(() => page.locator('img').count()).toBe(0);
    await expect.poll(() => page.title()).toBe(`${id} · openplug`);

    shop.receiver.answer({ body: 'SUCCESS' });
    await shop.service.admin(UpdatePluginDocument, {
      input: { id: shop.developer.pluginId, callbackUrl: `${shop.receiver.url}/right` },
    });
    await page.getByRole('button', { name: 'Resend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend' });
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('The developer corrected the address');
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => attempts.nth(1).textContent(), { timeout: 15_000 }).toMatch(/2.*Acknowledged.*200/s);
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(shop.receiver.received.at(-1)!.path).toMatch(/right$/);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('are counted for each plugin on the overview, which leads to them', async () => {
    shop.receiver.answer({ status: 500, body: 'down' });
    const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title: 'Since a minute' });
    const { id } = await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id });
    const paidAt = new Date(shop.service.clock.now.getTime() - 60_000).toISOString();
    await shop.service.admin(PayOrderDocument, { input: { orderId: id, paidAt } });
    const page = await openSignedIn('/console');
    const row = page.getByRole('table', { name: 'Plugins by orders not told' }).getByRole('row').nth(1);
    await expect.poll(() => row.textContent()).toMatch(/A plugin.*1 min/);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await row.getByRole('link').nth(1).click();
    await rows(page).getByRole('link', { name: id }).waitFor();
  });

  it('show a role only what it may do', async () => {
    const id = await makePaidOrder('For a viewer', 'viewer-0001');
    const { createApiKey } = await shop.service.admin(CreateApiKeyDocument, { input: { name: 'Vi', role: 'VIEWER' } });
    const page = await openSignedIn(`/console/orders/${id}`, createApiKey.key);
    await page.getByRole('region', { name: 'Notification' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Resend' }).count()).toBe(0);
  });

  it('that do not exist are said not to', async () => {
    const page = await openSignedIn('/console/orders/nothing');
    await expect.poll(() => page.getByText('There is no order with this number.').count()).toBe(1);
  });

  // The last test, which looks at what all pages did before.
  it('leaves no complaint of the browser, and asks nobody else for anything', () => {
    expect(browser.complaints).toEqual([]);
  });
});
