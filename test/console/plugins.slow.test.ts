import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  CreateApiKeyDocument,
  DeliveryDocument,
  PayOrderDocument,
  UpdatePluginDocument,
} from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

describeInBrowser('plugins in the console', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const openSignedIn = async (path: string, key = shop.service.adminToken): Promise<Page> =>
    browser.openSignedIn(path, key);

  it('check a callback URL, save it, and resend to it all that was missed', async () => {
    shop.receiver.answer({ status: 500, body: 'broken' });
    const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title: 'Missed' });
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { id } = await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id });
      await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
      ids.push(id);
    }
    const page = await openSignedIn(`/console/plugins/${shop.developer.pluginId}`);
    await page.getByLabel('Callback URL').fill(`${shop.receiver.url}/right`);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('A callback would fail.').waitFor();
    // The report is about the address that was checked.
    await page.getByLabel('Callback URL').press('End');
    await page.keyboard.type('x');
    await page.getByText('A callback would fail.').waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    shop.receiver.answer({ body: 'SUCCESS' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('A callback would be acknowledged.').waitFor();
    await page.getByLabel('Reason').first().fill('They moved');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    // A colleague's change does not take away what is being typed.
    await page.getByLabel('Callback URL').fill('https://typed.example');
    const input = { id: shop.developer.pluginId, callbackUrl: `${shop.receiver.url}/changed` };
    await shop.service.admin(UpdatePluginDocument, { input });
    await page.getByText('It was changed meanwhile to:').waitFor();
    await expect.poll(() => page.getByLabel('Callback URL').inputValue()).toBe('https://typed.example');
    await expect.poll(() => findBarriers(page)).toEqual([]);

    await page.getByRole('link', { name: 'Orders' }).last().click();
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await dialog.getByText('12 paid orders').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('The address was wrong');
    await dialog.getByRole('button', { name: 'Resend all' }).click();
    await dialog.getByText('Done: 12 of 12').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const statusOf = async (id: string) =>
      (await shop.service.admin(DeliveryDocument, { orderId: id })).delivery?.status;
    for (const id of ids) await expect.poll(() => statusOf(id), { timeout: 15_000 }).toBe('DELIVERED');
  });

  it('save an address that callbacks may not go to only after a second, explicit request', async () => {
    const { pluginId } = await makeDeveloper(shop.service.admin);
    const page = await openSignedIn(`/console/plugins/${pluginId}`);
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Callback URL').fill('http://10.0.0.1/x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved yet').waitFor();
    await page.getByText('A callback would fail.').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save nevertheless' }).click();
    await page.getByText('Saved. The next attempt uses this address.').waitFor();

    // What passes the check is saved immediately.
    shop.receiver.answer({ body: 'SUCCESS' });
    await page.getByLabel('Callback URL').fill(`${shop.receiver.url}/good`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('A callback would be acknowledged.').waitFor();
    await page.getByText('Saved. The next attempt uses this address.').waitFor();
  });

  it('warn of a plugin without a callback URL, and lead to the orders that nobody was told of', async () => {
    const untold = await makeDeveloper(shop.service.admin);
    const { id } = await makeOrder(shop.service.admin, untold);
    await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
    const page = await openSignedIn(`/console/plugins?q=${untold.pluginId}`);
    const row = page.getByRole('row').nth(1);
    await expect.poll(() => row.locator('[data-name="Not told"]').textContent()).toBe('1');
    await expect.poll(() => row.locator('.state.bad').textContent()).toBe('none');
    await row.getByRole('rowheader').getByRole('link').click();
    const warning = page.getByText('No callback URL: the developer was not told of 1 paid order.');
    await warning.waitFor();
    await page.getByText('There is no callback URL: the developer is not told of payments.').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show the orders' }).click();
    await page.locator(`a[href$="/orders/${id}"]`).first().waitFor();
    await page.getByRole('button', { name: 'Resend all' }).waitFor();
  });

  it('reset a secret, which is shown once, and pause and resume callbacks', async () => {
    const page = await openSignedIn('/console/plugins');
    await page.locator(`a[href$="/plugins/${shop.developer.pluginId}"]`).click();
    await page.getByRole('button', { name: 'Reset secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset secret' });
    await dialog.getByLabel('Reason').fill('It leaked');
    await dialog.getByRole('button', { name: 'Reset secret' }).click();
    await expect.poll(() => dialog.getByLabel('New secret').inputValue()).toMatch(/^\w{32}$/);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    // Nobody can show it again: it does not go before it was copied, unless that is confirmed.
    const leave = dialog.getByRole('button', { name: 'Close without a copy' });
    for (const press of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => dialog.getByRole('button', { name: 'Done' }).click(),
      () => page.evaluate('history.back()'),
    ]) {
      await press();
      await leave.waitFor();
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Back' }).click();
      await leave.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await leave.click();
    await expect.poll(() => page.getByLabel('New secret').count()).toBe(0);

    await page.getByLabel('Reason').fill('They asked for quiet');
    await page.getByRole('button', { name: 'Pause callbacks' }).click();
    await page.getByText('Callbacks are paused').waitFor();
    // A reason is not kept for the next change.
    await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Resume callbacks' }).click();
    await page.getByRole('button', { name: 'Pause callbacks' }).waitFor();
  });

  it('show a role only what it may do', async () => {
    const { createApiKey } = await shop.service.admin(CreateApiKeyDocument, { input: { name: 'Vi', role: 'VIEWER' } });
    const page = await openSignedIn(`/console/plugins/${shop.developer.pluginId}`, createApiKey.key);
    await page.getByLabel('Callback URL').waitFor();
    for (const name of ['Check', 'Save', 'Reset secret', 'Pause callbacks', 'Create goods']) {
      await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
    }
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect
      .poll(() => navigation.getByRole('link').allTextContents())
      .toEqual(['Overview', 'Orders', 'Plugins', 'Signature doctor', 'Rejected requests']);
    await page.goto(`${shop.service.url}/console/keys`);
    // The roles have the words that the frame has for them.
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('This needs a key with the role Administrator; yours has Viewer.');
  });

  // The last test, which looks at what all pages did before.
  it('leave no complaint of the browser, and ask nobody else for anything', () => {
    expect(browser.complaints).toEqual([]);
  });
});
