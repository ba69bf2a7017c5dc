import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Vite would load graphql's ES modules beside the CommonJS ones that Apollo loads: "another realm".
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/databaseServer.ts'],
    setupFiles: ['test/support/keepSecrets.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
