import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from './chromium.ts';

export interface ConsoleBrowser {
  /** Opens a page of the console in a browser profile of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page for the holder of the key. The first one signs in; the others share its profile, and with it its cache. */
  openSignedIn(path: string, key: string): Promise<Page>;
  /** Complaints of pages, and requests to other hosts. The 401 before a sign-in is left out. */
  complaints: string[];
  close(): Promise<void>;
}

export async function openConsoleBrowser(url: string): Promise<ConsoleBrowser> {
  const browser: Browser = await openChromium();
  const complaints: string[] = [];
  const signedIn = new Map<string, BrowserContext>();
  const openIn = async (context: BrowserContext, path: string) => {
    const page = await context.newPage();
    page.on('console', (message) => {
      const isExpected = /status of 401|ERR_INTERNET_DISCONNECTED/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(`${url}/`) || request.url().startsWith('data:');
      if (!isOurs) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(url + path);
    return page;
  };
  const newContext = async (options: BrowserContextOptions = {}) => browser.newContext({ locale: 'en-US', ...options });
  return {
    complaints,
    open: async (path, options) => openIn(await newContext(options), path),
    openSignedIn: async (path, key) => {
      const known = signedIn.get(key);
      if (known) {
        const page = await openIn(known, path);
        await page.getByRole('navigation').waitFor();
        return page;
      }
      const context = await newContext();
      signedIn.set(key, context);
      const page = await openIn(context, path);
      await signIn(page, key);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/** Returns what axe finds wrong with the page as it is now, one line for each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // In the page as the policy lets no script in from outside. It is half a megabyte, so each document gets it once.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // What passes is as long as the page, and would take longer on its way here than axe computes.
  const violations = await page.evaluate<axe.Result[]>(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
