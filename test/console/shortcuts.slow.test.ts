import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeDeveloper } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
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

  it('goes on in the page that it went to, also if it was nowhere before', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    const place = async () => page.evaluate('document.activeElement.id || document.activeElement.tagName');
    await expect.poll(place).toBe('BODY');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('plugins');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor();
    await expect.poll(place).toBe('content');
  });

  it('goes to a plugin by a part of its name or by its id, and to an address that was pasted', async () => {
    const { pluginId } = await makeDeveloper(service.admin);
    await service.admin(UpdatePluginDocument, { input: { id: pluginId, name: 'Pixel painter' } });
    const page = await browser.openSignedIn('/console', service.adminToken);
    const goTo = async (text: string) => {
      await page.goto(`${service.url}/console`);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.keyboard.press('Control+K');
      await page.keyboard.type(text);
    };
    const opened = page.getByRole('heading', { level: 1, name: 'Pixel painter' });

    await goTo('pixel');
    await page.getByRole('option', { name: `Plugin Pixel painter · ${pluginId}` }).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await opened.waitFor();
    for (const text of [pluginId, 'Pixel painter', `${service.url}/console/plugins/${pluginId}`]) {
      await goTo(text);
      await page.keyboard.press('Enter');
      await opened.waitFor();
    }
  });

  it('lists its shortcuts', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  const focused = async (page: Page) =>
    page.evaluate('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent');

  it('is where it was before, however a dialog was closed', async () => {
    const page = await browser.openSignedIn('/console/plugins', service.adminToken);
    const dialog = page.getByRole('dialog', { name: 'Create plugin' });
    const closings = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Back' }).press('Enter'),
      () => dialog.getByRole('button', { name: 'Close' }).press('Enter'),
    ];
    for (const close of closings) {
      await page.getByRole('button', { name: 'Create plugin' }).press('Enter');
      await expect.poll(() => focused(page)).toBe('Name');
      await close();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Create plugin');
    }
  });

  it('is in the field of a new secret, and after that where it was before', async () => {
    const { pluginId } = await makeDeveloper(service.admin);
    const page = await browser.openSignedIn(`/console/plugins/${pluginId}`, service.adminToken);
    await page.getByRole('button', { name: 'Reset secret' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset secret' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('New secret');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Back');
    await page.getByRole('button', { name: 'Close without a copy' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Reset secret');
  });
});
