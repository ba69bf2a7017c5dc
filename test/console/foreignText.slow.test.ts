import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CreatePluginDocument, PayOrderDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

/** A text that turns what follows it around, with a space that nobody sees. */
const odd = (text: string) => `${text}\u202egnp\u200b.exe`;
const marked = (text: string) => `${text}U+202EgnpU+200B.exe`;

let shop: ConsoleShop;
let orderId: string;
beforeAll(async () => {
  shop = await startConsoleShop();
  const { admin, clock } = shop.service;
  shop.receiver.answer({ status: 500, body: odd('Answer') });
  const { pluginId } = shop.developer;
  await admin(UpdatePluginDocument, { input: { id: pluginId, name: odd('Plugin'), reason: odd('Reason') } });
  await admin(CreatePluginDocument, { input: { name: odd('Sandbox'), sandbox: true } });
  const goods = await makeGoods(admin, pluginId, { title: odd('Goods') });
  orderId = (await makeOrder(admin, shop.developer, { goodsId: goods.id, attach: odd('Attach') })).id;
  const paidAt = new Date(clock.now.getTime() - 60_000).toISOString();
  await admin(PayOrderDocument, { input: { orderId, paidAt } });
});
afterAll(() => shop.stop());

describeInBrowser('a text that somebody else wrote', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);
  /** The characters of direction, and those that nobody sees, which the page shows or says somewhere. */
  const leftIn = async (page: Page) =>
    page.evaluate<string[]>(`[
      document.title,
      ...[...document.querySelectorAll('*')].flatMap((one) => [
        ...[...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
        ...['title', 'aria-label', 'data-name', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
      ]),
    ].filter((text) => /[\\u202a-\\u202e\\u2066-\\u2069\\u200b]/.test(text))`);

  it.each([
    ['', ['Plugin', 'Goods']],
    ['/orders', ['Plugin', 'Goods']],
    ['/orders/:orderId', ['Plugin', 'Goods', 'Attach', 'Answer']],
    ['/plugins', ['Plugin']],
    ['/plugins?sandbox=1', ['Sandbox']],
    ['/plugins/:pluginId', ['Plugin', 'Goods']],
    ['/audit', ['Plugin', 'Sandbox', 'Goods', 'Reason']],
  ])('is isolated, and its unseen characters are marked, on the page %s', async (path, texts) => {
    const filled = path.replace(':orderId', orderId).replace(':pluginId', shop.developer.pluginId);
    const page = await open(`/console${filled}`);
    for (const text of texts) {
      await page
        .locator('bdi')
        .filter({ hasText: marked(text) })
        .first()
        .waitFor();
    }
    await expect.poll(() => leftIn(page)).toEqual([]);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('is marked in dialogs and in choices, too', async () => {
    const page = await open('/console/orders');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Go to' }).fill(odd('typed'));
    await page.getByRole('option', { name: 'Find orders: typed[U+202E]gnp[U+200B].exe' }).waitFor();
    await expect.poll(() => leftIn(page)).toEqual([]);
    await page.goto(`${shop.service.url}/console/doctor`);
    const choice = page.getByRole('option', { name: 'Plugin[U+202E]gnp[U+200B].exe' });
    await expect.poll(() => choice.count()).toBe(1);
    await expect.poll(() => leftIn(page)).toEqual([]);
  });

  it('is marked in the name of a saved view', async () => {
    const page = await open('/console/orders?status=PAID');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill(odd('View'));
    await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
    const view = page.getByRole('list', { name: 'Saved views' }).getByRole('link');
    await expect.poll(() => view.textContent()).toBe(marked('View'));
    await expect.poll(() => leftIn(page)).toEqual([]);
  });

  it('cannot speak as the name of a page', async () => {
    const page = await open(`/console/orders/${encodeURIComponent(odd('nothing'))}`);
    await page.getByText('There is no order with this number.').waitFor();
    await expect.poll(() => page.title()).toBe('nothing[U+202E]gnp[U+200B].exe · openplug');
    await expect.poll(() => leftIn(page)).toEqual([]);
  });

  it('is copied without the marks', async () => {
    const page = await browser.open(`/console/orders/${orderId}`);
    await signIn(page, shop.service.adminToken);
    const title = page.locator('dd bdi').filter({ hasText: marked('Goods') });
    await title.waitFor();
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('dd bdi'))`);
    await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('Goodsgnp.exe');
  });

  it('leaves no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
