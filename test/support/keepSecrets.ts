import { afterAll, expect } from 'vitest';
import { takeLeaks } from './secretWatch.ts';

// Runs after every test file. The hooks of the file itself, which stop its services, run before this one.
afterAll(() => {
  const leaks = takeLeaks();
  if (leaks.length === 0) return;
  const shown = leaks.slice(0, 10).map(({ form, excerpt }) => `  ${form}: ${excerpt}`);
  throw new Error(
    `A service wrote secrets that ${expect.getState().testPath} used (${leaks.length} times):\n${shown.join('\n')}`,
  );
});
