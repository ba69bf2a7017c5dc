import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { afterEach, describe } from 'vitest';

/** Debian's packages. The shell is the same engine without a desktop's windows, and computes half as much. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** False, with a message, where Chromium is not installed; CI must have it. */
function canBrowse(): boolean {
  const isInstalled = executablePath !== undefined;
  if (!isInstalled && process.env['CI'] === 'true') throw new Error('Install chromium: these tests run in CI.');
  if (!isInstalled) console.warn('No page is tried in a browser: there is no chromium in /usr/bin.');
  return isInstalled;
}

/**
 * Describes tests of pages; they are skipped where Chromium is not installed.
 *
 * CI tries a failed one once more, and says so: on two busy cores a browser can be late anywhere. What openplug promises about
 * money is tested without a browser, and never twice.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  const options = { retry: process.env['CI'] === 'true' ? 1 : 0, skip: !canBrowse() };
  // oxlint-disable-next-line vitest/valid-title -- the caller's title
  describe(name, options, () => {
    afterEach(({ task }) => {
      if (task.result?.retryCount) console.warn(`Tried again: ${task.name}`);
    });
    tests();
  });
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
