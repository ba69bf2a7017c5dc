import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDocs } from '../../src/docs/build/buildDocs.ts';
import { docsRoutes } from '../../src/docs/docsRoutes.ts';
import { pageNames, pathOfPage } from '../../src/docs/pages/pageNames.ts';
import { packageFiles } from '../../src/packageFiles.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { findBarriers, openConsoleBrowser, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { testVectors } from '../support/testVectors.ts';

let folder: string;
let server: Server;
let browser: ConsoleBrowser;

describeInBrowser('the developers’ pages in a browser', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openplug-docs-'));
    await buildDocs({ ...packageFiles, docsBuild: folder, version: '1.0.0' });
    server = createServer(express().use(docsRoutes('1.0.0', folder)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await openConsoleBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  // One page of each kind: the others are made of the same parts.
  it.each([
    ['en', 'light', 1280],
    ['zh', 'dark', 390],
  ] as const)('have no barriers that axe finds, in %s, %s and %i pixels wide', async (language, colorScheme, width) => {
    const page = await browser.open('/docs', { colorScheme, viewport: { width, height: 844 } });
    for (const name of ['receive-callbacks', 'signing', 'errors', 'reference'] as const) {
      await page.goto(new URL(pathOfPage(name, language), page.url()).href);
      await expect.poll(() => findBarriers(page)).toEqual([]);
    }
  });

  it('fit on a phone', async () => {
    const page = await browser.open('/docs', { viewport: { width: 360, height: 740 } });
    for (const language of ['en', 'zh']) {
      for (const name of pageNames) {
        await page.goto(new URL(pathOfPage(name, language), page.url()).href);
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      }
    }
  });

  it('come in the language of the browser, until the reader chooses the other one', async () => {
    const page = await browser.open('/docs/errors', { locale: 'zh-CN' });
    await page.getByRole('heading', { level: 1, name: '错误' }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Go live' }).click();
    await page.getByRole('heading', { level: 1, name: 'Go live' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/en/go-live');
  });

  it('sign each fixed case as the service does, step by step, without any request', async () => {
    const page = await browser.open('/docs/en/signing');
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [at, { canonicalString, sign }] of testVectors.requests.entries()) {
      await page.getByLabel('Start from a fixed case').selectOption({ index: at + 1 });
      await expect.poll(() => page.locator('#sign-step-4').textContent()).toBe(sign);
      await expect.poll(() => page.locator('#sign-step-3').textContent()).toBe(canonicalString);
    }
    expect(requests).toEqual([]);
    await expect.poll(() => page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  it('sign what the reader types, and compare signatures', async () => {
    const page = await browser.open('/docs/en/signing');
    const { parameters, secret, sign } = testVectors.requests[2]!;
    const lines = Object.entries({ ...parameters, sign: 'is left out' }).map(([name, value]) => `${name}=${value}`);
    await page.getByLabel('Parameters, one name=value').fill(lines.join('\n'));
    await page.getByLabel('Secret').fill(secret);
    await expect.poll(() => page.locator('#sign-step-4').textContent()).toBe(sign);
    await page.getByLabel('Your signature').fill(sign.toUpperCase());
    await page.getByText('Your signature is right').waitFor();
    await page.getByLabel('Your signature').fill('0'.repeat(64));
    await page.getByText('Your signature is another one').waitFor();
    await page.getByLabel('Secret').fill(`${secret} `);
    await page.getByText('The secret has white space in it').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await page.getByLabel('Secret').fill(secret);
    await expect.poll(() => page.locator('#sign-secret-warning').isVisible()).toBe(false);
    await page.getByLabel('Parameters, one name=value').fill('plugin_id');
    await page.getByText('This line has no “=”: plugin_id').waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  it('copy code', async () => {
    const page = await browser.open('/docs/en', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^BASE=https:/);
  });

  it.each([1280, 700, 360])('keep the button beside the code or above it, %i pixels wide', async (width) => {
    const page = await browser.open('/docs/en/rehearse', { viewport: { width, height: 844 } });
    const overlapping = `[...document.querySelectorAll('.code')].filter((block) => {
      const [code, button] = ['pre', 'button'].map((name) => block.querySelector(name).getBoundingClientRect());
      return button.left < code.right && button.right > code.left && button.top < code.bottom && button.bottom > code.top;
    }).length`;
    await expect.poll(() => page.locator('.code').count()).toBeGreaterThan(3);
    expect(await page.evaluate(overlapping)).toBe(0);
  });

  it('select code where there is no clipboard, and do not say that it was copied', async () => {
    const page = await browser.open('/docs/en');
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Selected' }).waitFor();
    await expect.poll(() => page.evaluate('getSelection().toString()')).toMatch(/^BASE=https:/);
  });

  it('can be read without JavaScript', async () => {
    const page = await browser.open('/docs/en/signing', { javaScriptEnabled: false });
    await page.getByText('The form needs JavaScript.').waitFor();
    await expect.poll(() => page.locator('#signing-form').isVisible()).toBe(false);
    await page.getByText('A request for the base info').last().click();
    await page.getByText(testVectors.requests[0]!.sign).waitFor();
  });

  it('load less than 60 kB before they are shown, compressed', async () => {
    const page = await browser.open('/docs/en');
    let total = 0;
    page.on('response', (response) => {
      total += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(new URL('/docs/en/signing', page.url()).href);
    await page.waitForLoadState('networkidle');
    expect(total).toBeGreaterThan(1000);
    expect(total).toBeLessThan(60_000);
  });

  // The last test, which looks at what all pages did before.
  it('leave no complaint of the browser or of its policy, and ask nobody else for anything', () => {
    expect(browser.complaints).toEqual([]);
  });
});
