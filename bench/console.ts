import type { BrowserContext, Page } from 'playwright-core';
import { makeBulkLists } from '../test/support/bulkLists.ts';
import { openChromium } from '../test/support/chromium.ts';
import buildConsole from '../test/support/builtConsole.ts';
import { signIn } from '../test/support/consoleBrowser.ts';
import { openServiceAlone } from './openServiceAlone.ts';
import { median } from './percentile.ts';
import { progressBar } from './progressBar.ts';

/**
 * `npm run bench:console`: how long staff wait in the console, on 100,000 orders, in a Chromium whose processor is slowed
 * down four times. `npm run bench:console -- 1000` does it on a thousand.
 */
const orders = Number(process.argv[2] ?? 100_000);
const slowdown = 4;
const rounds = 5;
const size = { plugins: 100, users: 1_000, goods: 1_000, orders, deliveries: orders / 2, attempts: orders / 2 };

/** Interaction to Next Paint: from the key or the click to the picture that follows it. */
const watchInteractions = `
  window.slowestInteractionMs = 0;
  new PerformanceObserver((seen) => {
    for (const { interactionId, duration } of seen.getEntries()) {
      if (interactionId) window.slowestInteractionMs = Math.max(window.slowestInteractionMs, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

buildConsole();
const service = await openServiceAlone({ RUN: 'api' });
const browser = await openChromium();
const measured = new Map<string, number[]>();
try {
  await makeBulkLists(service.client, size, progressBar());
  const { rows } = await service.client.query<{ id: string; out_order_id: string }>(
    'SELECT id, out_order_id FROM "order" WHERE out_order_id IS NOT NULL ORDER BY id LIMIT $1',
    [rounds],
  );
  for (const order of rows) {
    const context = await browser.newContext({ locale: 'en-US' });
    await visit(context, order);
    await context.close();
  }
  for (const [what, times] of measured) {
    console.log(`${what.padEnd(60)} ${median(times).toFixed(0).padStart(6)} ms  (${range(times)})`);
  }
} finally {
  await browser.close();
  await service.stop();
}

async function visit(context: BrowserContext, order: { id: string; out_order_id: string }): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${service.adminUrl}/console/orders`);
  await page.getByLabel('API key').waitFor();
  note('first paint, nothing in the cache', await firstPaintMs(page));
  await signIn(page, service.adminToken);
  const list = page.getByRole('table', { name: 'Orders' });
  await list.waitFor();

  await page.reload();
  await list.waitFor();
  note('first paint, scripts in the cache', await firstPaintMs(page));
  await page.evaluate(watchInteractions);

  const found = list.getByRole('link', { name: order.id });
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await timed('from the last letter of an external number to its order', async () => {
    await search.fill(order.out_order_id);
    await found.waitFor();
  });
  await timed('from the click on an order to its page', async () => {
    await found.click();
    await page.getByRole('heading', { level: 1, name: order.id }).waitFor();
  });
  await page.goBack();
  await search.fill('');
  await page.getByRole('button', { name: 'Older' }).click();
  await list.waitFor();
  note('the slowest interaction, until its picture', await page.evaluate('window.slowestInteractionMs'));
}

async function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
}

async function timed(what: string, act: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await act();
  note(what, performance.now() - startedAt);
}

function note(what: string, ms: number): void {
  measured.set(what, [...(measured.get(what) ?? []), ms]);
}

function range(times: readonly number[]): string {
  return `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
}
