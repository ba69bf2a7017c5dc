import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { memoryLog } from '../memoryLog.ts';
import { watchSecret } from '../secretWatch.ts';

// Run by test/support/secretWatch.slow.test.ts alone, which expects that it fails.
it('passes, though a log line has a secret', () => {
  const secret = randomBytes(16).toString('hex');
  const lines: Record<string, unknown>[] = [];
  memoryLog(lines).info({ url: `/baseinfo?access_token=${secret}` }, 'planted');
  watchSecret(secret);
  expect(lines).toHaveLength(1);
});
