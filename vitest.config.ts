import { createRequire } from 'node:module';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { quickStart } from './test/support/quickStart.ts';
import { SlowFirst } from './test/support/slowFirst.ts';

const unit = 'test/**/*.unit.test.ts';
const slow = 'test/**/*.slow.test.ts';
// Without `exclude` in a project, that of the command line counts.
const others = 'test/**/!(*.unit|*.slow).test.ts';
const databaseServer = 'test/support/databaseServer.ts';

const projects: TestProjectInlineConfiguration[] = [
  // Without PostgreSQL and network.
  { extends: true, test: { name: 'unit', include: [unit], isolate: false } },
  {
    extends: true,
    test: {
      name: 'database',
      include: [others],
      isolate: false,
      globalSetup: databaseServer,
    },
  },
  // Other programs, processes of the service, browsers, bulk data.
  {
    extends: true,
    test: {
      name: 'slow',
      include: [slow],
      testTimeout: 60_000,
      hookTimeout: 120_000,
      isolate: false,
      execArgv: [...quickStart],
      globalSetup: [databaseServer, 'test/support/quickBundles.ts', 'test/support/builtConsole.ts'],
    },
  },
];

export default defineConfig({
  resolve: {
    // Vite would load graphql's ES modules beside the CommonJS ones that Apollo loads: "another realm".
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    setupFiles: ['test/support/keepSecrets.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for on a busy machine. Vitest's own second was the most frequent false alarm.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    // Files mostly wait for PostgreSQL and other processes: half of the machine, Vitest's own choice, would idle.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects,
  },
});
