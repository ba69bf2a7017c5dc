import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { AuditLogDocument, PayOrderDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

describeInBrowser('orders that match a filter', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);

  it('are resent all at once, five hundred of them, and each reaches the receiver', async () => {
    shop.receiver.answer({ status: 503, body: 'down' });
    const developer = await makeDeveloper(shop.service.admin, `${shop.receiver.url}/bulk`);
    const goods = await makeGoods(shop.service.admin, developer.pluginId, { title: 'Bulk' });
    const ids = new Set<string>();
    const payFifty = async () => {
      for (let count = 0; count < 50; count += 1) {
        const { id } = await makeOrder(shop.service.admin, developer, { goodsId: goods.id });
        await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
        ids.add(id);
      }
    };
    await Promise.all(Array.from({ length: 10 }, payFifty));
    const ofBulk = () => shop.receiver.received.filter(({ path }) => path.endsWith('/bulk'));
    await expect.poll(() => ofBulk().length, { timeout: 60_000 }).toBe(500);
    shop.receiver.answer({ body: 'SUCCESS' });
    shop.receiver.received.length = 0;

    const page = await open(`/console/orders?status=unacknowledged&plugin=${developer.pluginId}`);
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await dialog.getByText('500 paid orders').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('The receiver was down');
    await dialog.getByRole('button', { name: 'Resend all' }).click();
    await expect.poll(() => dialog.getByRole('status').textContent()).toMatch(/^Done: 500 of 500/);

    await expect.poll(() => ofBulk().length, { timeout: 60_000 }).toBe(500);
    expect(new Set(ofBulk().map(({ message }) => message.resource['order_id']))).toEqual(ids);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.getByText('No order matches.').count(), { timeout: 30_000 }).toBe(1);
    const { auditLog } = await shop.service.admin(AuditLogDocument, { first: 2 });
    expect(auditLog.edges.map(({ node }) => [node.action, node.reason, JSON.parse(node.detail).count])).toEqual([
      ['resendOrders', 'The receiver was down', 250],
      ['resendOrders', 'The receiver was down', 250],
    ]);
  }, 180_000);

  it('are told by plugin before they are resent, also if plugins have the same name', async () => {
    const developers = await Promise.all(
      Array.from({ length: 12 }, async () => makeDeveloper(shop.service.admin, `${shop.receiver.url}/many`)),
    );
    shop.receiver.answer({ status: 503, body: 'down' });
    for (const developer of developers) {
      const goods = await makeGoods(shop.service.admin, developer.pluginId, { title: 'Of many' });
      const { id } = await makeOrder(shop.service.admin, developer, { goodsId: goods.id });
      await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
    }
    const page = await open('/console/orders?status=unacknowledged&q=of%20many');
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(12);
    for (const { pluginId } of developers) await dialog.getByText(pluginId).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('are not resent if no developer was missed', async () => {
    const page = await open('/console/orders?q=nothing-has-this-number');
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await dialog.getByText('There is nothing to send').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    expect(await dialog.getByRole('button', { name: 'Resend all' }).count()).toBe(0);
    expect(await dialog.getByLabel('Reason').count()).toBe(0);
  });

  it('are resent later by themselves while the service is busy, until the reader stops', async () => {
    const developer = await makeDeveloper(shop.service.admin);
    const { id } = await makeOrder(shop.service.admin, developer);
    await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
    await shop.service.admin(UpdatePluginDocument, {
      input: { id: developer.pluginId, callbackUrl: `${shop.receiver.url}/later` },
    });
    const page = await open(`/console/orders?status=unacknowledged&plugin=${developer.pluginId}`);
    const refuse = async (waitSeconds: number) =>
      page.route('**/graphql', async (route) => {
        if (!route.request().postData()!.includes('"operationName":"ResendOrders"')) return route.continue();
        const body = JSON.stringify({ errors: [{ message: 'Later.', extensions: { code: 'RATE_LIMITED' } }] });
        const headers = { 'content-type': 'application/json', 'retry-after': String(waitSeconds) };
        return route.fulfill({ status: 429, headers, body });
      });
    await refuse(300);
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await dialog.getByText('1 paid order').waitFor();
    await dialog.getByRole('button', { name: 'Resend all' }).click();
    const status = async () => dialog.getByRole('status').textContent();
    await expect.poll(status).toBe('0 of 1 requested. The service is busy; this goes on by itself.');
    const timer = async () => dialog.getByRole('timer').textContent();
    await expect.poll(timer).toMatch(/^It goes on in 4 min 5\d s/);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(status).toMatch(/^Stopped: 0 of 1/);

    // An answer that takes long is not awaited after a stop, and counts when it comes.
    await page.unroute('**/graphql');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await answered;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(status).toMatch(/Stopping after the batch/);
    await expect.poll(status, { timeout: 10_000 }).toMatch(/^Stopped: 0 of 1 .* not answered/);
    answer();
    await expect.poll(status).toMatch(/^Stopped: 1 of 1/);

    await page.unroute('**/graphql');
    await refuse(2);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(status).toMatch(/The service is busy/);
    await page.unroute('**/graphql');
    await expect.poll(status, { timeout: 15_000 }).toMatch(/^Done: 1 of 1/);
  });

  // The last test, which looks at what all pages did before.
  it('leaves no complaint of the browser, and asks nobody else for anything', () => {
    // In one test the service is busy.
    expect(browser.complaints.filter((complaint) => !complaint.includes('status of 429'))).toEqual([]);
  });
});
