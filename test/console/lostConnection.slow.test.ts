import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
let orderId: string;
beforeAll(async () => {
  shop = await startConsoleShop();
  orderId = (await makeOrder(shop.service.admin, shop.developer)).id;
  await shop.service.admin(PayOrderDocument, { input: { orderId } });
});
afterAll(() => shop.stop());

describeInBrowser('the console, when the service cannot be reached,', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);
  const banner = (page: Page) => page.getByText('The service cannot be reached. What you see');
  /** Lets a second of the page's time pass with each look, until the next try of the console has what it waits for. */
  const comesWithTries = async (page: Page, isThere: () => Promise<boolean>) =>
    expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return isThere();
      })
      .toBe(true);

  it('keeps the page and all that was typed into it, and goes on by itself', async () => {
    const page = await open(`/console/orders/${orderId}`);
    await page.getByRole('button', { name: 'Resend' }).click();
    const reason = page.getByRole('dialog').getByLabel('Reason');
    await reason.fill('The receiver was down');
    await page.clock.install();
    let tries = 0;
    page.on('requestfailed', (request) => {
      // The request by which the banner finds out that the service is back.
      if (request.postData()?.includes('Session')) tries += 1;
    });
    await page.context().setOffline(true);
    // The page behind the dialog can be neither read nor heard.
    const inDialog = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'What you see' });
    await inDialog.waitFor();
    await comesWithTries(page, async () => tries >= 2);
    await expect.poll(() => inDialog.count()).toBe(1);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => reason.inputValue()).toBe('The receiver was down');
    await page.context().setOffline(false);
    await expect.poll(() => banner(page).count()).toBe(0);
    await expect.poll(() => reason.inputValue()).toBe('The receiver was down');
  });

  it.each([
    [
      'a refusal',
      429,
      { 'retry-after': '1' },
      '{"errors":[{"message":"Later.","extensions":{"code":"RATE_LIMITED"}}]}',
    ],
    [
      'a failure',
      503,
      { 'retry-after': '1' },
      '{"errors":[{"message":"Later.","extensions":{"code":"SERVICE_UNAVAILABLE"}}]}',
    ],
    ['the page of a proxy', 502, {}, '<h1>Bad gateway</h1>'],
    ['no answer', 0, {}, ''],
  ])('says so before anything was loaded, and goes on by itself: %s', async (_, status, headers, body) => {
    const page = await open('/console/doctor');
    await page.clock.install();
    const type = { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' };
    await page.route('**/graphql', async (route: Route) =>
      status === 0 ? route.abort() : route.fulfill({ status, headers: { ...type, ...headers }, body }),
    );
    await page.reload();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.getByText('The console keeps trying.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/graphql');
    await comesWithTries(page, () => page.getByRole('heading', { name: 'Signature doctor' }).isVisible());
  });

  it('says that it loads when the first answer takes long', async () => {
    const page = await open('/console/doctor');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await answered;
      await route.continue();
    });
    await page.reload();
    await expect.poll(() => page.getByText('Loading…').count()).toBe(1);
    answer();
    await page.getByRole('heading', { name: 'Signature doctor' }).waitFor();
  });

  /** Answers as a proxy does that finds no service behind it, to the operations of this name; to all of them when there is none. */
  const breakOff = async (page: Page, operation = '') =>
    page.route('**/graphql', async (route) =>
      route.request().postData()!.includes(`"operationName":"${operation}`)
        ? route.fulfill({ status: 502, contentType: 'application/json', body: '{"message":"The service broke off."}' })
        : route.continue(),
    );

  it.each([
    ['a loaded order', () => `/console/orders/${orderId}`, 'Callback URL', async () => {}],
    [
      'a refreshed overview',
      () => '/console',
      'Read at',
      (page: Page) => page.getByRole('button', { name: 'Refresh' }).click(),
    ],
    [
      'a changed filter',
      () => '/console/orders',
      'A plugin',
      (page: Page) => page.getByLabel('Status').selectOption('Unpaid'),
    ],
  ])('but a proxy answers, says that it could not be read: %s', async (_, path, shown, act) => {
    const page = await open(path());
    await page.getByText(shown).first().waitFor();
    await breakOff(page);
    await act(page);
    const problems = page.getByRole('alert').filter({ hasText: 'This could not be read.' });
    await expect.poll(() => problems.count(), { timeout: 10_000 }).toBeGreaterThan(0);
  });

  it('but a proxy answers, does not say that a change failed: it may have been made', async () => {
    const page = await open(`/console/orders/${orderId}`);
    await page.getByRole('button', { name: 'Resend' }).click();
    await breakOff(page, 'Resend');
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
    const said = () => page.getByRole('dialog').getByRole('alert').textContent();
    await expect.poll(said).toContain('The change may have been made');
  });

  it('but a proxy answers, counts the orders of a bulk resend again when the reader asks', async () => {
    const page = await open('/console/orders?status=unacknowledged');
    await breakOff(page, 'ResendPreview');
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await expect.poll(() => dialog.getByRole('alert').textContent()).toContain('This could not be read.');
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.unroute('**/graphql');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(/paid orders? of this filter|There is nothing to send/).waitFor();
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0);
  });

  it('counts the orders of a bulk resend by itself as soon as it can, and says once why it does not', async () => {
    const page = await open('/console/orders');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Resend all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all' });
    await dialog.getByText('The orders are counted as soon as').waitFor();
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(1);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.context().setOffline(false);
    await expect.poll(() => dialog.getByText('The orders are counted as soon as').count()).toBe(0);
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByText(/paid orders? of this filter|There is nothing to send/).waitFor();
  });

  it('opens a page whose script is missing when it can, and goes elsewhere meanwhile', async () => {
    const page = await open('/console/doctor');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Rejected requests' }).click();
    const notLoaded = page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
    await expect.poll(() => notLoaded.count()).toBe(1);
    await page.getByRole('link', { name: 'Signature doctor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Signature doctor' }).waitFor();
    await page.getByRole('link', { name: 'Rejected requests' }).click();
    await notLoaded.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Rejected requests' }).waitFor();
  });

  it('stops to reload a page whose script never comes, and starts anew when it came', async () => {
    const page = await open('/console/doctor');
    await page.clock.install();
    await page.route('**/assets/Rejected-*.js', (route) => route.fulfill({ status: 403 }));
    await page.getByRole('link', { name: 'Rejected requests' }).click();
    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
    let loads = 0;
    page.on('load', () => (loads += 1));
    const stopped = page.getByText('The console has tried 3 times and stopped.');
    const hasStopped = async () => {
      await page.clock.runFor(6000);
      return stopped.count();
    };
    await expect.poll(hasStopped, { timeout: 20_000 }).toBe(1);
    await page.clock.runFor(120_000);
    await expect.poll(() => loads).toBe(3);
    await page.getByText('The service answers, but a script of this page does not come.').waitFor();
    await page.unroute('**/assets/Rejected-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rejected requests' }).waitFor();
    await expect.poll(() => page.evaluate('sessionStorage.openplug_reloads')).toBeUndefined();
  });

  it('says that another language cannot be loaded', async () => {
    const page = await open('/console/doctor');
    await page.context().setOffline(true);
    await page.getByLabel('Language').selectOption('中文');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('The service cannot be reached.');
    await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('en');
    await page.context().setOffline(false);
  });
});
