import type { TestProject } from 'vitest/node';
import { bundleWithPackages } from './serviceProcess.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The paths of the bundles by their entries; see `quickBundle`. */
    quickBundles: Record<string, string>;
  }
}

const entries = ['src/main.ts', 'src/migrate.ts', 'src/reseal.ts', 'test/sweeper/processes/sweeperProcess.ts'] as const;

/** The programs that a test can start quickly. */
export type QuickEntry = (typeof entries)[number];

/** Bundles the programs that tests start. That computes for four seconds, so one bundle serves all files of a run. */
export default async function quickBundles({ provide }: TestProject): Promise<() => Promise<void>> {
  const { pathOf, remove } = await bundleWithPackages(entries);
  provide('quickBundles', Object.fromEntries(entries.map((entry) => [entry, pathOf(entry)])));
  return remove;
}
