import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { describeInBrowser, openChromium } from '../support/chromium.ts';
import { letConnect } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { CreateApiKeyDocument, RevokeApiKeyDocument } from './generated/operations.ts';

let service: TestService;
let orderId: string;

beforeAll(async () => {
  service = await startTestService();
  orderId = (await makeOrder(service.admin, await makeDeveloper(service.admin))).id;
});
afterAll(() => service.stop());

const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('GET /graphql', () => {
  it('is a page for browsers, which may load nothing from elsewhere', async () => {
    const response = await fetch(`${service.url}/graphql`, { headers: asBrowser });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('vary')).toContain('Accept');
    const html = await response.text();
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toContain(service.adminToken);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const file = await fetch(`${service.url}${path}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-type')).toMatch(path!.endsWith('.js') ? /javascript/ : /css/);
    }
  });

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'application/graphql-response+json' }])(
    'asks callers of the API for a key as before: %o',
    async (headers) => {
      const response = await fetch(`${service.url}/graphql`, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    },
  );

  it('answers a POST with data, whatever it accepts', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${service.adminToken}`,
        accept: 'text/html, application/json',
      },
      body: '{"query":"{ __typename }"}',
    });
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it.each(['explorer.html', '../schema.ts', '%2e%2e%2fschema.ts', 'graphiql.min.js', ''])(
    'has no other file: %s',
    async (name) => {
      expect((await fetch(`${service.url}/graphql/explorer/${name}`)).status).toBe(401);
    },
  );
});

describeInBrowser('the query explorer', () => {
  let browser: Browser;
  let page: Page;
  /** The messages of the console, and the requests to other hosts. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    complaints = [];
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // Before the sign-in, the page asks whether there is a session.
      if (message.text().includes('status of 401')) return;
      complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(`${service.url}/`) || request.url().startsWith('data:');
      if (!isOurs) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(`${service.url}/graphql`);
  });
  afterEach(() => page.context().close());

  async function enter(key: string): Promise<void> {
    await page.getByLabel('Key of the staff API').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function run(query: string): Promise<void> {
    const editor = page.locator('.graphiql-query-editor .CodeMirror');
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(query);
    await page.getByRole('button', { name: /execute query/i }).click();
  }

  const result = () => page.locator('.result-window');

  it('asks for the key, then runs what is typed', async () => {
    await enter(service.adminToken);
    await run(`{ order(id: "${orderId}") { id status } }`);
    await expect.poll(() => result().textContent(), { timeout: 10_000 }).toContain(orderId);
    await expect.poll(() => result().textContent()).toContain('UNPAID');
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await expect.poll(() => page.locator('.graphiql-doc-explorer').textContent()).toContain('Query');

    expect(complaints).toEqual([]);
  });

  it('says what is wrong with a query', async () => {
    await enter(service.adminToken);
    await run('{ plugins(first: 101) { totalCount } }');
    await expect.poll(() => result().textContent(), { timeout: 10_000 }).toContain('BAD_USER_INPUT');
  });

  it.each(['wrong', 'no header can hold this: \u{1F600}'])('does not open with a wrong key: %s', async (key) => {
    await enter(key);
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('This key is not valid, or no longer.');
    await expect.poll(() => page.locator('.graphiql-container').count()).toBe(0);
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('has the session of the console, whose cookie no script can read, until somebody signs out', async () => {
    await enter(service.adminToken);
    await page.locator('.graphiql-container').waitFor();
    await page.reload();
    await page.locator('.graphiql-container').waitFor();
    await expect.poll(() => page.evaluate('localStorage.length')).toBe(0);
    await expect.poll(() => page.evaluate('document.cookie')).toBe('');
    await expect.poll(() => page.context().cookies()).toMatchObject([{ name: 'openplug_session', httpOnly: true }]);

    const other = await page.context().newPage();
    await other.goto(`${service.url}/graphql`);
    await other.locator('.graphiql-container').waitFor();
    await other.close();

    // GraphiQL keeps what was typed a while later.
    await expect.poll(() => page.evaluate('JSON.stringify(sessionStorage)')).toContain('graphiql:');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Key of the staff API').waitFor();
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
    await expect.poll(() => page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('says when a sign-out did not reach the service, or the database', async () => {
    await enter(service.adminToken);
    await page.locator('.graphiql-container').waitFor();
    const leave = page.getByRole('button', { name: 'Sign out' });
    const alert = () => page.getByRole('alert').textContent();
    await page.route('**/console/sign-out', (route) => route.abort());
    await leave.click();
    await expect.poll(alert).toContain('You are still signed in');
    await page.unroute('**/console/sign-out');

    await letConnect(service.databaseUrl, false);
    await leave.click();
    await expect.poll(alert).toContain('could not be ended in the database');
    await letConnect(service.databaseUrl, true);
    await expect.poll(() => page.context().cookies()).toEqual([]);
  });

  it('removes the key that earlier versions kept in the tab', async () => {
    await enter(service.adminToken);
    await page.locator('.graphiql-container').waitFor();
    await page.evaluate('sessionStorage.setItem("openplug:key", "secret")');
    await page.reload();
    await page.locator('.graphiql-container').waitFor();
    await expect.poll(() => page.evaluate('sessionStorage.getItem("openplug:key")')).toBeNull();
  });

  it('can be read on a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(service.adminToken);
    await page.locator('.graphiql-container').waitFor();
    for (const part of ['.graphiql-query-editor', '.graphiql-response']) {
      expect((await page.locator(part).boundingBox())!.width).toBeGreaterThan(250);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Key of the staff API').waitFor();
  });

  it('asks again when the key is revoked', async () => {
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'Ann', role: 'VIEWER' } });
    await enter(createApiKey.key);
    await page.locator('.graphiql-container').waitFor();
    await service.admin(RevokeApiKeyDocument, { input: { id: createApiKey.id } });

    await run('{ __typename }');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('You are no longer signed in.');
  });
});
