import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Logger } from 'pino';
import { expectOutages, isOutageGoingOn, reportFailure } from '../../../src/store/database/reportFailure.ts';
import { memoryLog } from '../../support/memoryLog.ts';

const since = '2026-01-02T03:04:05.000Z';
let lines: Record<string, unknown>[];
let log: Logger;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(since) });
  lines = [];
  log = memoryLog(lines);
});
afterEach(() => {
  vi.useRealTimers();
});

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED', syscall: 'connect' });
const fail = (port: number) => reportFailure(log, refused(port), 'request failed', { requestId: `request-${port}` });

it('an outage has a line when it begins, one for each period, and one when it is over', () => {
  for (let port = 1; port <= 100; port += 1) fail(port);
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'the database cannot be worked on; what fails for that is counted from now on',
      requestId: 'request-1',
      err: { code: 'ECONNREFUSED', message: expect.stringMatching(/:1$/) },
    },
  ]);

  vi.advanceTimersByTime(14_000);
  fail(101);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(1)).toMatchObject([
    {
      level: 50,
      msg: 'the database still cannot be worked on',
      since,
      failures: 101,
      err: { message: expect.stringMatching(/:1$/) },
    },
  ]);
  expect(isOutageGoingOn(log)).toBe(true);

  vi.advanceTimersByTime(15_000);
  expect(lines.slice(2)).toMatchObject([
    { level: 30, msg: 'the database can be worked on again', since, until: '2026-01-02T03:04:19.000Z', failures: 101 },
  ]);
  expect(isOutageGoingOn(log)).toBe(false);

  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(3);
  fail(102);
  expect(lines).toHaveLength(4);
});

it('whatever else fails has a line each time', () => {
  for (const text of ['first', 'second']) reportFailure(log, new Error(text), 'request failed', { requestId: text });
  expect(lines).toMatchObject([
    { level: 50, msg: 'request failed', requestId: 'first', err: { message: 'first' } },
    { level: 50, msg: 'request failed', requestId: 'second', err: { message: 'second' } },
  ]);
  expect(isOutageGoingOn(log)).toBe(false);
});

it('an outage that is meant is reported only if it goes on', () => {
  const isMeant = vi.fn(() => true);
  expectOutages(log, isMeant);
  for (let port = 1; port <= 3; port += 1) fail(port);
  vi.advanceTimersByTime(5_000 + 15_000);
  expect(isMeant).toHaveBeenCalledOnce();
  expect(lines).toMatchObject([{ level: 30, msg: 'the database can be worked on again', since, failures: 3 }]);

  fail(4);
  vi.advanceTimersByTime(10_000);
  fail(5);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(1)).toMatchObject([{ level: 50, msg: 'the database still cannot be worked on', failures: 2 }]);
});
