import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { letConnect } from '../support/database.ts';
import { findBarriers, openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: ConsoleBrowser;

describeInBrowser('a session in the console:', () => {
  beforeAll(async () => {
    service = await startTestService({ SESSION_IDLE_S: '600' });
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
  });

  describe('a page that is open', () => {
    let page: Page;
    beforeEach(async () => {
      page = await browser.open('/console?period=hour');
      await signIn(page, service.adminToken);
      await page.clock.install();
      await page.reload();
      await page.getByText('Read at').waitFor();
    });

    /** Lets time pass for the service, and then for the page, which reads what it shows for another minute. */
    async function passTime(serviceSeconds: number, touch?: () => Promise<void>): Promise<void> {
      service.clock.now = new Date(service.clock.now.getTime() + serviceSeconds * 1000);
      await touch?.();
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
      await passTime(400, async () => page.mouse.move(310, 300));
      await passTime(400, async () => page.keyboard.press('Shift'));
      await passTime(400);
      await expect.poll(() => page.getByRole('navigation').count()).toBe(1);
    });
  });

  describe('a sign-out', () => {
    let page: Page;
    const leave = () => page.getByRole('button', { name: 'Sign out' }).click();
    const alert = () => page.getByRole('alert').textContent();
    beforeEach(async () => {
      page = await browser.open('/console/doctor');
      await signIn(page, service.adminToken);
    });

    it('while the database is away says that the session could not be ended, and leaves no cookie', async () => {
      await letConnect(service.databaseUrl, false);
      await leave();
      await page.getByLabel('API key').waitFor();
      await expect.poll(alert).toContain('could not be ended in the database');
      await letConnect(service.databaseUrl, true);
      await expect.poll(() => page.context().cookies()).toEqual([]);
    });

    it('says that it goes on, asks once, and gives up soon', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.clock.install();
      let asked = 0;
      await page.route('**/console/sign-out', () => (asked += 1));
      await leave();
      await page.clock.runFor(300);
      const busy = page.getByRole('button', { name: 'Signing out…' });
      await expect.poll(() => busy.isDisabled()).toBe(true);
      await page.clock.runFor(10_000);
      await expect.poll(alert).toContain('You may be signed out, or still signed in');
      expect(asked).toBe(1);
      // On a telephone too, what it says has the whole width, below the button.
      const [message, button] = await Promise.all(
        [page.getByRole('alert'), page.getByRole('button', { name: 'Sign out' })].map(async (part) =>
          part.boundingBox(),
        ),
      );
      expect(message!.width).toBeGreaterThan(350);
      expect(message!.y).toBeGreaterThan(button!.y + button!.height);
    });

    it.each([
      ['is not answered', 'You may be signed out, or still signed in', (route: Route) => route.abort()],
      [
        'a proxy answers',
        'You may be signed out, or still signed in',
        (route: Route) => route.fulfill({ status: 502 }),
      ],
      ['is refused', 'You are still signed in', (route: Route) => route.fulfill({ status: 403 })],
    ])('says what is known when it %s, and tries again', async (_, said, answer) => {
      await page.route('**/console/sign-out', answer);
      await leave();
      await expect.poll(alert).toContain(said);
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await page.unroute('**/console/sign-out');
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await page.getByLabel('API key').waitFor();
    });
  });
});
