import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/support/leaking/leaking.ts'], setupFiles: ['test/support/keepSecrets.ts'] },
});
