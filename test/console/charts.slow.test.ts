import { afterAll, beforeAll, expect, it } from 'vitest';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
  shop.receiver.answer({ body: 'SUCCESS' }, { status: 500, body: 'broken' });
  for (let count = 0; count < 2; count += 1) {
    const { id } = await makeOrder(shop.service.admin, shop.developer);
    await shop.service.admin(PayOrderDocument, { input: { orderId: id } });
  }
});
afterAll(() => shop.stop());

describeInBrowser('a chart', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  it('says beside the pointer how many attempts were acknowledged and failed then, and how long they took', async () => {
    const page = await browser.openSignedIn('/console', shop.service.adminToken);
    // The page shows the hours that end with its own time, and the service has another time in tests.
    await page.clock.setFixedTime(shop.service.clock.now);
    await page.reload();
    const plots = page.locator('.u-over');
    await plots.nth(1).waitFor();
    /** Moves along the chart, and returns all that its tip said. */
    const sayings = async (chart: number) => {
      const plot = plots.nth(chart);
      const { width, height } = (await plot.boundingBox())!;
      const said: string[] = [];
      for (let part = 0.02; part < 1; part += 0.02) {
        await plot.hover({ position: { x: width * part, y: height / 2 } });
        said.push((await plot.locator('.chart-tip').textContent()) ?? '');
      }
      return said;
    };
    await expect
      .poll(() => sayings(0), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\dFailed 1Acknowledged 1$/));
    await expect
      .poll(() => sayings(1), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/Median [\d.]+ m?s99th percentile [\d.]+ m?s$/));
    await expect.poll(() => findBarriers(page)).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});
