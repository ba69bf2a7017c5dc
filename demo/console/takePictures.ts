import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openServiceAlone } from '../../bench/openServiceAlone.ts';
import { adminClient } from '../../test/support/adminClient.ts';
import buildConsole from '../../test/support/builtConsole.ts';
import { openConsoleBrowser, signIn } from '../../test/support/consoleBrowser.ts';
import { fillShop, type FilledShop } from './fillShop.ts';

/** `npm run console:pictures`: takes the pictures of docs/console.md, of a real service with real callbacks. */
const folder = process.argv[2] ?? 'docs/console';

const desktop = { viewport: { width: 1280, height: 800 } };
const tall = { viewport: { width: 1280, height: 1000 } };
const phone = { viewport: { width: 390, height: 844 } };
const chinese = { locale: 'zh-CN' };

type Prepare = (page: Page) => Promise<unknown>;
interface Picture {
  name: string;
  path: string;
  options: BrowserContextOptions;
  prepare?: Prepare;
}

buildConsole();
await mkdir(folder, { recursive: true });
const service = await openServiceAlone({
  RUN: 'api,sweeper',
  CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
  CALLBACK_DELAYS_S: '1,900',
  CALLBACK_MAX_NOTIFICATIONS: '4',
});
const browser = await openConsoleBrowser(service.adminUrl);
let shop: FilledShop | undefined;
try {
  shop = await fillShop(adminClient(service.adminUrl, service.adminToken), service.client, service.url);
  for (const picture of pictures(shop)) await take(picture);
} finally {
  await browser.close();
  await service.stop();
  await shop?.close();
}

function pictures({ pluginId, waitingOrderId, sandbox, wrongRequest }: FilledShop): Picture[] {
  const order = `/console/orders/${waitingOrderId}`;
  return [
    // The first one, since each picture begins with a sign-in, which the audit log has.
    { name: 'audit', path: '/console/audit', options: desktop },
    { name: 'overview', path: '/console', options: desktop, prepare: pointAtChart },
    { name: 'overview-dark', path: '/console', options: { ...desktop, colorScheme: 'dark' } },
    { name: 'overview-phone', path: '/console', options: phone },
    { name: 'overview-chinese', path: '/console', options: { ...desktop, ...chinese } },
    { name: 'orders', path: '/console/orders', options: desktop },
    { name: 'orders-phone', path: '/console/orders', options: phone },
    { name: 'order', path: order, options: desktop },
    { name: 'order-dark', path: order, options: { ...desktop, colorScheme: 'dark' } },
    { name: 'order-phone', path: order, options: phone },
    { name: 'bulk', path: '/console/orders?status=unacknowledged', options: desktop, prepare: openBulk },
    { name: 'plugins', path: '/console/plugins', options: desktop },
    { name: 'plugin', path: `/console/plugins/${pluginId}`, options: desktop },
    { name: 'sandbox-plugin', path: `/console/plugins/${sandbox.pluginId}`, options: desktop },
    { name: 'sandbox-order', path: `/console/orders/${sandbox.orderId}`, options: { ...desktop, colorScheme: 'dark' } },
    { name: 'sandbox-create', path: '/console/plugins', options: { ...phone, ...chinese }, prepare: openCreate },
    { name: 'rejected', path: '/console/rejected', options: { ...desktop, colorScheme: 'dark' } },
    { name: 'doctor', path: '/console/doctor', options: tall, prepare: diagnose(pluginId, wrongRequest) },
    {
      name: 'doctor-chinese',
      path: '/console/doctor',
      options: { ...tall, ...chinese },
      prepare: diagnose(pluginId, wrongRequest),
    },
    { name: 'keys', path: '/console/keys', options: { ...phone, ...chinese } },
    { name: 'palette', path: '/console/orders', options: { ...desktop, colorScheme: 'dark' }, prepare: openPalette },
  ];
}

async function take({ name, path, options, prepare }: Picture): Promise<void> {
  const page = await browser.open(path, options);
  if (options.locale === 'zh-CN') {
    await page.locator('input').first().fill(service.adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
  } else await signIn(page, service.adminToken);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await writeFile(join(folder, `${name}.webp`), await screenshot(page));
  console.log(name);
  await page.context().close();
}

/** WebP takes a third of the bytes of PNG. */
async function screenshot(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  return Buffer.from(data, 'base64');
}

/** Shows the figures of an hour. */
async function pointAtChart(page: Page): Promise<void> {
  const plot = page.locator('.u-over').first();
  const { width, height } = (await plot.boundingBox())!;
  await plot.hover({ position: { x: width * 0.6, y: height / 2 } });
}

async function openBulk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resend all' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('The receivers were down');
}

async function openCreate(page: Page): Promise<void> {
  await page.locator('button.primary').first().click();
  await page.getByRole('checkbox').check();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').fill('o');
}

/** Pastes a request and what its developer signed. */
function diagnose(pluginId: string, { request, signed }: FilledShop['wrongRequest']): Prepare {
  return async (page) => {
    await page.locator('select[name=plugin]').selectOption(pluginId);
    await page.locator('textarea[name=request]').fill(request);
    await page.locator('textarea[name=signed]').fill(signed);
    await page.locator('.doctor button').click();
    await page.locator('.findings').waitFor();
  };
}
