import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { buildConsole, findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  buildConsole();
  service = await startTestService();
});
afterAll(() => service.stop());

describeInBrowser('the keyboard', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('goes to a page, and finds orders', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.keyboard.type('rejected');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Rejected requests' }).waitFor();

    await page.keyboard.press('Control+K');
    await page.keyboard.type('shop-0001');
    await page.keyboard.press('Enter');
    await page.getByText('No order matches.').waitFor();
    expect(new URL(page.url()).search).toBe('?q=shop-0001');
  });

  it('lists its shortcuts', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
