import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreateApiKeyDocument, PayOrderDocument, RevokeApiKeyDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SESSION_IDLE_S: '600' });
});
afterAll(() => service.stop());

describe('GET /console', () => {
  it('is a document that may load nothing from elsewhere, and no script or style inside it', async () => {
    const response = await fetch(`${service.url}/console`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const html = await response.text();
    expect(html).not.toMatch(/<script>|<style|https?:/);
  });

  it.each([
    [{ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, 'zh', 'system'],
    [{ 'accept-language': 'de,en;q=0.8' }, 'en', 'system'],
    [{ 'accept-language': 'zh', cookie: 'openplug_language=en; openplug_theme=dark' }, 'en', 'dark'],
    [{ 'accept-language': 'en', cookie: 'openplug_language="><script>; openplug_theme=x' }, 'en', 'system'],
  ])('has the language and the theme of the reader: %j', async (headers, language, theme) => {
    const html = await (await fetch(`${service.url}/console`, { headers })).text();
    expect(html).toContain(`<html lang="${language}" data-theme="${theme}">`);
  });

  it('has files that browsers may keep for ever, compressed', async () => {
    const html = await (await fetch(`${service.url}/console`)).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const file = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-encoding')).toBe('br');
      expect(file.headers.get('content-type')).toMatch(path.endsWith('.js') ? /javascript/ : /css/);
      const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(await plain.text()).toBe(await file.text());
    }
  });

  it.each(['/console/nothing', '/console/assets/index.html', '/console/assets/..%2findex.html', '/Console'])(
    'is nothing at %s',
    async (path) => {
      expect((await fetch(service.url + path)).status).toBe(404);
    },
  );
});

describeInBrowser('the console', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  it('signs in and out', async () => {
    const page = await browser.open('/console');
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('This key is not valid, or no longer.');

    await signIn(page, service.adminToken);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const [session] = (await page.context().cookies()).filter(({ name }) => name === 'openplug_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await expect.poll(() => page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('loads at most 250 kB, compressed, before the first page is shown', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(response.url())) sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(250_000);
  });

  it('asks to sign in again when the session has ended, and comes back to where one was', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'VIEWER' } });
    const page = await browser.openSignedIn('/console?period=week', createApiKey.key);
    await service.admin(RevokeApiKeyDocument, { input: { id: createApiKey.id } });
    // The page may find it out by itself just before.
    await page.getByRole('button', { name: 'Refresh' }).or(page.getByLabel('API key')).click();
    await signIn(page, service.adminToken);
    expect(new URL(page.url()).search).toBe('?period=week');
    await expect.poll(() => page.getByLabel('Period').inputValue()).toBe('week');
  });

  it('says that the service cannot be reached, and goes on when it can', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const banner = page.getByText('The service cannot be reached.');
    await expect.poll(() => banner.count()).toBe(1);
    await page.context().setOffline(false);
    await expect.poll(() => banner.count(), { timeout: 10_000 }).toBe(0);
  });

  it('shows what developers and users wrote as text', async () => {
    const developer = await makeDeveloper(service.admin, 'http://192.0.2.1/');
    const title = '<img src=x onerror=alert(1)>';
    const goods = await makeGoods(service.admin, developer.pluginId, { title });
    const { id } = await makeOrder(service.admin, developer, { goodsId: goods.id });
    await service.admin(PayOrderDocument, { input: { orderId: id } });
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.getByRole('cell', { name: title }).waitFor();
    await expect.poll(() => page.locator('img').count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('has no barriers that axe finds, in %s', async (colorScheme) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const page = await browser.open('/console', { colorScheme, viewport });
      await page.getByLabel('API key').waitFor();
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await signIn(page, service.adminToken);
      await page.waitForLoadState('networkidle');
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
  });

  it('keeps the theme and the language that were chosen', async () => {
    // In a profile of its own, so that the other tests keep their language.
    const page = await browser.open('/console');
    await signIn(page, service.adminToken);
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Language').selectOption('中文');
    await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('zh');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
    await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark');
  });

  it('has theme and language below the page on a telephone, and beside it on a wide screen', async () => {
    const page = await browser.open('/console/orders', { viewport: { width: 390, height: 844 } });
    await signIn(page, service.adminToken);
    const isBelow = async (label: string) => {
      const [field, content] = [page.getByLabel(label), page.locator('#content')];
      const [at, above] = await Promise.all([field.boundingBox(), content.boundingBox()]);
      return at!.y >= above!.y + above!.height;
    };
    await expect.poll(() => isBelow('Theme')).toBe(true);
    await expect.poll(() => isBelow('Language')).toBe(true);
    await page.getByLabel('Theme').selectOption('Dark');

    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => isBelow('Theme')).toBe(false);
    await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
    await expect.poll(() => isBelow('Language')).toBe(false);
  });

  it('begins with a link to the content', async () => {
    const page = await browser.openSignedIn('/console', service.adminToken);
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  });

  // The last test, which looks at what all pages did before.
  it('leaves no complaint of the browser, and asks nobody else for anything', () => {
    expect(browser.complaints).toEqual([]);
  });
});
