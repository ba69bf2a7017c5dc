import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  AuditLogDocument,
  CreateApiKeyDocument,
  PayOrderDocument,
  UpdatePluginDocument,
} from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
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

  it.each(['order_id', 'external number', 'open_id', 'goods'])('are found by the %s', async (kind) => {
    const id = await makePaidOrder(`Searched ${kind}`, `searched-${kind.replace(/\W/g, '-')}`);
    const texts: Record<string, string> = {
      order_id: id,
      'external number': 'searched-external-number',
      open_id: shop.developer.openId,
      goods: 'searched GOODS',
    };
    const page = await openSignedIn(`/console/orders?q=${encodeURIComponent(texts[kind]!)}`);
    await expect.poll(() => rows(page).getByRole('link', { name: id }).count()).toBe(1);
    if (kind !== 'open_id') await expect.poll(() => rows(page).count()).toBe(2);
  });

  it('are left by a click, also when a search was typed just before it and the browser is slow', async () => {
    const id = await makePaidOrder('Clicked early', 'clicked-0001');
    const page = await openSignedIn('/console/orders');
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
    const page = await openSignedIn('/console/orders');
    await page.getByLabel('Status').selectOption('Unpaid');
    await page.getByText('No order matches.').waitFor();
    await page.goBack();
    await rows(page).first().waitFor();
    await page.goForward();
    await page.getByText('No order matches.').waitFor();
    const colleague = await openSignedIn(new URL(page.url()).pathname + new URL(page.url()).search);
    await colleague.getByText('No order matches.').waitFor();
    await expect.poll(() => colleague.getByLabel('Status').inputValue()).toBe('UNPAID');
  });

  it('are not shown, nor resent, for an address that cannot be understood', async () => {
    await makePaidOrder('Not meant', 'not-meant-1');
    const page = await openSignedIn('/console/orders?period=range&from=2026-13-01T00:00&status=unacknowledged');
    await page.getByRole('alert').filter({ hasText: 'from=2026-13-01T00:00' }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    expect(await rows(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Resend all' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all orders' }).click();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Resend all' }).waitFor();
  });

  it('keep each part of a filter that is changed at once', async () => {
    const page = await openSignedIn('/console/orders');
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    await search.fill('BRUSH');
    // As keys would do, faster than the search waits.
    await page.getByLabel('Status').selectOption('UNPAID');
    await page.getByLabel('Created').selectOption('week');
    const parts = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(parts).toEqual({ q: 'BRUSH', status: 'UNPAID', period: 'week' });
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('UNPAID');
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

    const page = await openSignedIn(`/console/orders?status=unacknowledged&plugin=${developer.pluginId}`);
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
    const page = await openSignedIn('/console/orders?status=unacknowledged&q=of%20many');
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(12);
    for (const { pluginId } of developers) await dialog.getByText(pluginId).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('are not resent if no developer was missed', async () => {
    const page = await openSignedIn('/console/orders?q=nothing-has-this-number');
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
    const page = await openSignedIn(`/console/orders?status=unacknowledged&plugin=${developer.pluginId}`);
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

  it('that do not exist are said not to', async () => {
    const page = await openSignedIn('/console/orders/nothing');
    await expect.poll(() => page.getByText('There is no order with this number.').count()).toBe(1);
  });

  it('turn pages by keyset, also back', async () => {
    const title = `Leaf ${randomUUID()}`;
    const goods = await makeGoods(shop.service.admin, shop.developer.pluginId, { title });
    for (let count = 0; count < 32; count += 1)
      await makeOrder(shop.service.admin, shop.developer, { goodsId: goods.id });
    const page = await openSignedIn(`/console/orders?q=${encodeURIComponent(title)}`);
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(31);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(3);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(31);
  });

  // The last test, which looks at what all pages did before.
  it('leaves no complaint of the browser, and asks nobody else for anything', () => {
    // In one test the service is busy.
    expect(browser.complaints.filter((complaint) => !complaint.includes('status of 429'))).toEqual([]);
  });
});
