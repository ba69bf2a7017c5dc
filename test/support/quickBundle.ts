import { inject } from 'vitest';
import type { QuickEntry } from './quickBundles.ts';

/**
 * A program of the project `slow`, bundled with its packages: it starts with two thirds of the computing that the build of
 * `npm start` needs, and tests start it two hundred times. For tests of anything but loading and the build itself.
 */
export function quickBundle(entry: QuickEntry = 'src/main.ts'): { path: string } {
  return { path: inject('quickBundles')[entry]! };
}
