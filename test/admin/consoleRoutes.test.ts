import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { consoleRoutes } from '../../src/admin/console/consoleRoutes.ts';

let folder: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html></html>');
  await writeFile(join(folder, 'assets', 'index-1.js'), 'first');
  server = createServer(express().use(consoleRoutes(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

it('a person with a mistyped link gets the console with 404, and a program does not', async () => {
  const asked = async (accept: string) => fetch(`${url}/console/nosuch`, { headers: { accept } });
  const shown = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([shown.status, await shown.text()]).toEqual([404, expect.stringContaining('data-theme')]);
  const refused = await asked('*/*');
  expect([refused.status, await refused.text()]).toEqual([404, expect.not.stringContaining('data-theme')]);
});

it('a file that a build beside the running service has removed is not found', async () => {
  expect(await (await fetch(`${url}/console/assets/index-1.js`)).text()).toBe('first');
  await rm(join(folder, 'assets', 'index-1.js'));
  const gone = await fetch(`${url}/console/assets/index-1.js`);
  expect(gone.status).toBe(404);
  expect(gone.headers.get('cache-control')).toBeNull();
});
