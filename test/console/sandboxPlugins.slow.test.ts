import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDeveloper, makeGoods } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // A live plugin, which is beside them.
  await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

/** Lets the developer of a sandbox plugin create an order. Returns its id. */
async function rehearseOrder(plugin: { pluginId: string; secret: string }): Promise<string> {
  const ask = async (path: string, parameters: Record<string, string>) => {
    const sent = signed(plugin.secret, { plugin_id: plugin.pluginId, ...parameters }, service.clock.now);
    return (await call(service.url, 'POST', path, sent)).body.resource!;
  };
  const { access_token: accessToken } = await ask('/sandbox/users', {});
  const goods = await makeGoods(service.admin, plugin.pluginId);
  const order = await ask('/sandbox/orders', { access_token: String(accessToken), goods_id: goods.id });
  return String(order['order_id']);
}

describeInBrowser('sandbox plugins in the console', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('are created as such, are among sandbox plugins only, and say what they are', async () => {
    const page = await browser.openSignedIn('/console/plugins', service.adminToken);
    await page.getByRole('button', { name: 'Create plugin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create plugin' });
    await dialog.getByLabel('Name').fill('Rehearsal');
    await dialog.getByRole('checkbox', { name: 'For rehearsals' }).check();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create plugin' }).click();
    const secret = await dialog.getByLabel('New secret').inputValue();
    await dialog.getByLabel('New secret').press('Control+C');
    await dialog.getByText('Copied.').waitFor();
    await dialog.getByRole('link', { name: 'Open the plugin' }).click();
    await page.getByText('A sandbox plugin: its developer rehearses.').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const pluginId = new URL(page.url()).pathname.split('/').at(-1)!;
    const orderId = await rehearseOrder({ pluginId, secret });

    // The switch stays when the list is searched, and the address has it.
    await page.goto(`${service.url}/console/plugins`);
    const plugin = page.getByRole('row', { name: 'Rehearsal' });
    await page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => plugin.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Sandbox');
    await plugin.waitFor();
    expect(new URL(page.url()).searchParams.get('sandbox')).toBe('1');
    await page.getByRole('searchbox', { name: 'Search plugins' }).fill('Rehears');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=Rehears&sandbox=1');
    await plugin.waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);

    // From the plugin to its orders, which are not among live ones.
    await plugin.getByRole('link', { name: 'Rehearsal' }).click();
    await page.getByText('A sandbox plugin: its developer rehearses.').waitFor();
    await page.getByRole('link', { name: 'Orders' }).last().click();
    const order = page.locator(`a[href$="/orders/${orderId}"]`);
    await order.first().waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('sandbox');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Live');
    await page.getByText('No order matches.').waitFor();
    await expect.poll(() => order.count()).toBe(0);

    await page.goto(`${service.url}/console/orders/${orderId}`);
    await page.getByText('A rehearsal of a sandbox plugin').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);

    // From the order to the others of its buyer and its goods, and to the list.
    for (const fact of ['open_id', 'goods_id']) {
      await page.getByRole('term').filter({ hasText: fact }).locator('+ dd').getByRole('link').click();
      await order.first().waitFor();
      await page.goBack();
    }
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
    await order.first().waitFor();
  });

  it('leave no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
