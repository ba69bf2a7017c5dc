import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDeveloper } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describeInBrowser('rejected requests in the console', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('are diagnosed', async () => {
    const developer = await makeDeveloper(service.admin);
    const query = String(
      new URLSearchParams({
        plugin_id: developer.pluginId,
        access_token: developer.accessToken,
        timestamp: String(service.clock.now.getTime() / 1000),
        sign: 'ab'.repeat(32),
      }),
    );
    expect((await fetch(`${service.url}/baseinfo?${query}`)).status).toBe(401);
    const page = await browser.openSignedIn('/console/rejected', service.adminToken);
    await page.getByText('Wrong signature').waitFor();
    await page.getByText('SIGNATURE_WRONG').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await kind.selectOption('Sandbox');
    await page.getByText('SIGNATURE_WRONG').waitFor({ state: 'detached' });
    await kind.selectOption('Live');
    await page.getByText('SIGNATURE_WRONG').waitFor();
    await page.getByRole('link', { name: 'Diagnose' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Plugin' }).inputValue()).toBe(developer.pluginId);
    const request = page.getByRole('textbox', { name: 'Request' });
    await expect.poll(() => request.inputValue()).toMatch(/^GET \/baseinfo HTTP\/1\.1\n\naccess_token=/);
    const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await expect.poll(() => findings.allTextContents()).toEqual([expect.stringContaining('cannot be judged')]);
    await request.fill(`curl '${service.url}/baseinfo?${query}'`);
    await page.getByRole('button', { name: 'Diagnose' }).click();
    await findings.getByText('No known secret explains the signature').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('leave no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
