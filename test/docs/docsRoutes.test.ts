import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocs } from '../../src/docs/build/buildDocs.ts';
import { docsRoutes } from '../../src/docs/docsRoutes.ts';
import { packageFiles } from '../../src/packageFiles.ts';

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-docs-'));
  await buildDocs({ ...packageFiles, docsBuild: folder, version: '1.0.0' });
  server = createServer(express().use(docsRoutes('1.0.0', folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

describe('a page', () => {
  it.each([
    ['/docs', 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['/docs/', 'de', 'en'],
    ['/docs/errors', 'zh', 'zh'],
    ['/docs/errors', '', 'en'],
    ['/docs/en/errors', 'zh', 'en'],
    ['/docs/zh', 'en', 'zh'],
    ['/docs/zh/', 'en', 'zh'],
  ])('at %s, for a browser that prefers %s, is in %s', async (path, accepted, language) => {
    const { status, headers, text } = await ask(path, { 'accept-language': accepted });
    expect(status).toBe(200);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain(`<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">`);
  });

  it('depends on the language of the browser only if its address names none', async () => {
    expect((await ask('/docs/errors')).headers.get('vary')).toBe('Accept-Language, Accept-Encoding');
    expect((await ask('/docs/en/errors')).headers.get('vary')).toBe('Accept-Encoding');
  });

  it('may load nothing from elsewhere, and send nothing', async () => {
    const { headers } = await ask('/docs/en/signing');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'none'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
  });

  it('is asked about again each time, and what it loads is kept for ever', async () => {
    const { headers, text } = await ask('/docs/en');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('etag')).toMatch(/^W\/"/);
    const paths = Array.from(text.matchAll(/"(\/docs\/assets\/[^"]+)"/g), ([, path]) => path!);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const asset = await ask(path);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    '/docs/nothing',
    '/docs/en/nothing',
    '/docs/fr',
    '/docs/assets/../built.txt',
    '/docs/en/errors.html',
    '/Docs',
  ])('is not at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('that does not exist is answered to a browser with a way back', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const english = await ask('/docs/en/nothing', { accept });
    expect(english.status).toBe(404);
    expect(english.text).toContain('<h1>There is no such page</h1>');
    expect(english.text).toContain('<a href="/docs/en">Integrate your plugin</a>');
    const chinese = await ask('/docs/nothing', { accept, 'accept-language': 'zh' });
    expect(chinese.text).toContain('<h1>没有这个页面</h1>');
    expect(chinese.headers.get('vary')).toContain('Accept-Language');
    expect((await ask('/docs/en/nothing')).text).not.toContain('<h1>');
  });
});

it('the fixed cases of signing are served as they are', async () => {
  const { headers, text } = await ask('/docs/test-vectors.json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text)).toHaveProperty('requests');
});

it('without a build, the pages say how to make one', async () => {
  const unbuilt = createServer(express().use(docsRoutes('1.0.0', join(folder, 'none'))));
  await new Promise<void>((resolve) => unbuilt.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(unbuilt.address() as AddressInfo).port}/docs`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
  await new Promise((resolve) => unbuilt.close(resolve));
});
