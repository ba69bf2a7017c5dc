import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

describeInBrowser('what the service refuses', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const open = async (path: string): Promise<Page> => browser.openSignedIn(path, shop.service.adminToken);
  const focusedName = async (page: Page) => page.evaluate('document.activeElement.name');
  const noUserName = 'Callback URL must not have a user name or a password before its host.';

  it('is said at its field, by the label of that, and the field has the focus', async () => {
    const page = await open('/console/plugins');
    await page.getByRole('button', { name: 'Create plugin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create plugin' });
    await dialog.getByLabel('Name').fill('New');
    const url = dialog.getByLabel('Callback URL', { exact: true });
    await url.fill('https://name:word@example.com/');
    await dialog.getByRole('button', { name: 'Create plugin' }).click();

    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => dialog.getByRole('alert').allTextContents()).toEqual([noUserName]);
    const described = `document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`;
    await expect.poll(() => page.evaluate(described)).toBe(noUserName);
    await expect.poll(() => focusedName(page)).toBe('callbackUrl');
    await expect.poll(() => findBarriers(page)).toEqual([]);

    await url.fill('');
    await dialog.getByRole('button', { name: 'Create plugin' }).click();
    await dialog.getByLabel('New secret').waitFor();
  });

  it('is said at a field of the page, whether it was checked or saved, until another value is typed', async () => {
    const page = await open(`/console/plugins/${shop.developer.pluginId}`);
    const url = page.getByLabel('Callback URL', { exact: true });
    for (const action of ['Check', 'Save']) {
      await url.fill('https://name:word@example.com/');
      await page.getByRole('button', { name: action, exact: true }).click();
      await expect.poll(() => page.getByRole('alert').allTextContents()).toEqual([noUserName]);
      await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true');
      await url.fill('https://example.com/');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    }
  });

  it('is said by the label of a filter', async () => {
    const page = await open('/console/orders?q=a%01b');
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['Search orders must not contain control characters.']);
  });

  it('is a page of a list that does not exist, if the address names one, and the first page is a step away', async () => {
    for (const path of ['plugins?q=plugin&after=broken', 'audit?after=broken', 'orders?before=broken']) {
      const page = await open(`/console/${path}`);
      await page.getByRole('alert').filter({ hasText: 'that cannot be found' }).waitFor();
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'To the first page' }).click();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await page.getByText('There are no orders yet.').or(page.getByRole('table')).waitFor();
      expect(new URL(page.url()).search).toBe(path.startsWith('plugins') ? '?q=plugin' : '');
    }
  });

  it('leaves no complaint of the browser', () => {
    // A query that is refused has that status.
    expect(browser.complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
  });
});
