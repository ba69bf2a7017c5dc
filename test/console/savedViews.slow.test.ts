import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describeInBrowser('a filter of orders', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('is saved under a name, found again, and deleted, by keyboard and for one person alone', async () => {
    const page = await browser.open('/console/orders?status=UNPAID&q=shop');
    await signIn(page, service.adminToken);
    const save = page.getByRole('button', { name: 'Save this view' });
    await save.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
    await page.keyboard.type('Unpaid of the shop');
    await page.keyboard.press('Enter');
    const views = page.getByRole('list', { name: 'Saved views' });
    const saved = views.getByRole('link', { name: 'Unpaid of the shop' });
    await saved.waitFor();
    await expect.poll(() => saved.getAttribute('aria-current')).toBe('page');

    await page.goto(`${service.url}/console/orders`);
    await saved.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=UNPAID&q=shop');
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('UNPAID');

    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'VIEWER' } });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, createApiKey.key);
    await save.waitFor();
    await expect.poll(() => views.count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, service.adminToken);

    await page.getByRole('button', { name: 'Delete the view Unpaid of the shop' }).focus();
    await page.keyboard.press('Enter');
    await views.waitFor({ state: 'detached' });
    await expect.poll(() => save.evaluate('document.activeElement.textContent')).toBe('Save this view');
  });
});
