import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canBrowse } from '../support/chromium.ts';
import { buildConsole, openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: ConsoleBrowser;
beforeAll(async () => {
  buildConsole();
  service = await startTestService({ SESSION_IDLE_S: '600' });
  if (canBrowse()) browser = await openConsoleBrowser(service.url);
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

describe.runIf(canBrowse())('a page that is open', () => {
  let page: Page;
  beforeEach(async () => {
    page = await browser.open('/console?period=hour');
    await signIn(page, service.adminToken);
    await page.clock.install();
    await page.reload();
    await page.getByText('Read at').waitFor();
  });

  /** Lets time pass for the service and for the page, which then reads what it shows for another minute. */
  async function passTime(serviceSeconds: number): Promise<void> {
    service.clock.now = new Date(service.clock.now.getTime() + serviceSeconds * 1000);
    const read = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await page.clock.runFor(61_000);
    await read;
  }

  it('does not keep the session alive while nobody touches it, although what it asks for follows the clock', async () => {
    await passTime(400);
    await passTime(200);
    await expect.poll(() => page.getByLabel('API key').count()).toBe(1);
  });

  it('keeps the session alive while somebody moves the pointer or presses keys', async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 300);
    await passTime(400);
    await page.keyboard.press('Shift');
    await passTime(400);
    await passTime(400);
    expect(await page.getByRole('navigation').count()).toBe(1);
  });
});
