import { afterAll, beforeAll, expect, it } from 'vitest';
import { ResetPluginSecretDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeDeveloper } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describeInBrowser('the pages of administrators', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('create a key, which is shown once and signs in, and revoke it', async () => {
    const page = await browser.openSignedIn('/console/keys', service.adminToken);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    await dialog.getByLabel('Name').fill('Night shift');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await dialog.getByLabel('New key').inputValue();
    await dialog.getByText('Night shift').waitFor();
    await dialog.getByText('Viewer').waitFor();
    await dialog.getByLabel('New key').press('Control+C');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const viewer = await browser.openSignedIn('/console', key);
    await expect.poll(() => viewer.getByText('Night shift').count()).toBe(1);

    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke Night shift' }).click();
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    await viewer.getByRole('button', { name: 'Refresh' }).click();
    await viewer.getByLabel('API key').waitFor();
  });

  it('show administrators what staff did, and why', async () => {
    const { pluginId } = await makeDeveloper(service.admin);
    await service.admin(UpdatePluginDocument, {
      input: { id: pluginId, callbackUrl: null, reason: 'They moved elsewhere' },
    });
    await service.admin(ResetPluginSecretDocument, { input: { pluginId, overlapSeconds: 0, reason: 'It leaked' } });
    const page = await browser.openSignedIn('/console/audit', service.adminToken);
    for (const reason of ['They moved elsewhere', 'It leaked']) {
      const { height } = (await page.getByRole('cell', { name: reason }).locator('div').boundingBox())!;
      // One line.
      expect(height).toBeLessThan(30);
    }
    // A code is said in the words of the other pages, and the tooltip has it.
    await expect.poll(() => page.getByTitle('VIEWER', { exact: true }).first().textContent()).toBe('Viewer');
    await page.getByRole('link', { name: pluginId }).first().click();
    await page.getByRole('button', { name: 'Reset secret' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/plugins/${pluginId}`);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('leave no complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
