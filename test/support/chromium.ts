import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's packages. The shell is the same engine without a desktop's windows, and computes half as much. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** False, with a message, where Chromium is not installed; CI must have it. */
export function canBrowse(): boolean {
  const isInstalled = executablePath !== undefined;
  if (!isInstalled && process.env['CI'] === 'true') throw new Error('Install chromium: these tests run in CI.');
  if (!isInstalled) console.warn('No page is tried in a browser: there is no chromium in /usr/bin.');
  return isInstalled;
}

/** A browser with a profile of its own that asks nobody for anything. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
