import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The overview, whose clock moves only when a test says so, after its first reading. */
interface LivePage {
  page: Page;
  /** Returns the number of readings so far. */
  readings(): Promise<number>;
  pass(seconds: number): Promise<void>;
  setVisibility(state: 'visible' | 'hidden'): Promise<void>;
}

/** Counts the readings in the page: Playwright hears of a request later than the page begins it, on a busy machine much later. */
const countReadings = `
  window.readings = 0;
  const { fetch } = window;
  window.fetch = (url, options) => {
    if (String(options?.body).includes('"operationName":"Overview"')) window.readings += 1;
    return fetch(url, options);
  };`;

/** Returns the count when React, whose tasks are messages too, has done what a timer began. */
const settledReadings = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  let left = 10;
  port1.onmessage = () => ((left -= 1) > 0 ? port2.postMessage(null) : resolve(window.readings));
  port2.postMessage(null);
})`;

describeInBrowser('a page of the console that reads by itself', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  async function openLive(): Promise<LivePage> {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.addInitScript(countReadings);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.reload();
    await page.getByText('Read at').waitFor();
    return {
      page,
      readings: () => page.evaluate<number>(settledReadings),
      pass: (seconds) => page.clock.runFor(seconds * 1000),
      setVisibility: (state) =>
        page.evaluate(
          `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });` +
            `document.dispatchEvent(new Event('visibilitychange'))`,
        ),
    };
  }

  /** Lets time pass until the page has read so often in all. Returns the seconds that passed, to two. */
  async function passUntil({ pass, readings }: LivePage, count: number): Promise<number> {
    let seconds = 0;
    const passSome = async () => {
      const soFar = await readings();
      if (soFar < count) {
        await pass(2);
        seconds += 2;
      }
      return soFar;
    };
    await expect.poll(passSome, { timeout: 20_000 }).toBe(count);
    return seconds;
  }

  it('reads nothing while it is hidden, and once at once when it is seen again', async () => {
    const live = await openLive();
    const readAt = async () => live.page.getByText('Read at').textContent();
    const before = await readAt();
    await passUntil(live, 2);
    await expect.poll(readAt).not.toBe(before);
    await live.setVisibility('hidden');
    await live.pass(600);
    expect(await live.readings()).toBe(2);
    await live.setVisibility('visible');
    // Long before the ten seconds after which it would read anyway.
    expect(await passUntil(live, 3)).toBeLessThan(8);
    await live.pass(4);
    expect(await live.readings()).toBe(3);
  });

  it('begins no reading while one is under way', async () => {
    const live = await openLive();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await live.page.route('**/graphql', async (route) => {
      await answered;
      await route.continue();
    });
    await passUntil(live, 2);
    await live.pass(20);
    expect(await live.readings()).toBe(2);
    answer();
    await passUntil(live, 3);
  });

  it('gives up a reading that hangs, says so, and reads again when the service is reached', async () => {
    const live = await openLive();
    await live.page.route('**/graphql', () => {});
    await passUntil(live, 2);
    await live.pass(30);
    const lost = live.page.getByText('The service cannot be reached.');
    await lost.waitFor();
    expect(await live.readings()).toBe(2);
    await live.page.unroute('**/graphql');
    await live.pass(4);
    await lost.waitFor({ state: 'detached' });
    await passUntil(live, 3);
  });

  it.each([503, 429])(
    'waits as long as an answer %i asks for, keeps what it showed, and reads for a person',
    async (status) => {
      const live = await openLive();
      const body = JSON.stringify({ errors: [{ message: 'Try again later.', extensions: { code: 'RATE_LIMITED' } }] });
      const headers = { 'content-type': 'application/json', 'retry-after': '40' };
      await live.page.route('**/graphql', async (route) => route.fulfill({ status, headers, body }));
      await passUntil(live, 2);
      await live.page.getByText('Try again later.').first().waitFor();
      await expect.poll(() => live.page.locator('.figure .value').first().textContent()).toBe('0');
      // The answer can have come during the last two seconds that passed.
      await live.pass(36);
      expect(await live.readings()).toBe(2);
      await live.page.getByRole('button', { name: 'Refresh' }).click();
      await expect.poll(live.readings).toBe(3);
      expect(await passUntil(live, 4)).toBeGreaterThanOrEqual(40);
    },
  );
});
