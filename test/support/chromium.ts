import { access } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';

/** Debian's package `chromium`. */
const executablePath = '/usr/bin/chromium';

export async function hasChromium(): Promise<boolean> {
  return access(executablePath).then(
    () => true,
    () => false,
  );
}

/** A browser with a profile of its own that asks nobody for anything. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
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
