import { describe, expect, it } from 'vitest';
import { failedReading, nextReadingAtMs, type EndedReading } from '../../src/console/app/nextReading.ts';

const everyMs = 10_000;
const succeeded: EndedReading = { endedAtMs: 100_000, failures: 0, askedMs: 0 };
const failed = (failures: number, askedMs = 0): EndedReading => ({ endedAtMs: 100_000, failures, askedMs });

describe('a page reads again', () => {
  it.each([
    ['after its pause', 0, succeeded, 110_000],
    ['not while a reading is under way', 0, null, null],
    ['not while it is hidden or the service is lost', null, succeeded, null],
    ['at once when it wakes', 103_000, succeeded, 103_000],
    ['at once when it wakes late', 900_000, succeeded, 900_000],
    ['after twice the pause, when a reading failed', 0, failed(1), 120_000],
    ['after four times the pause, when two failed', 0, failed(2), 140_000],
    ['after a minute at most, however many failed', 0, failed(1000), 160_000],
    ['at once when it wakes after failures', 103_000, failed(5), 103_000],
    ['when the service asked it to', 0, failed(1, 45_000), 145_000],
    ['after its own wait, when the service asked for less', 0, failed(2, 1000), 140_000],
    ['not before the service asked it to, also when it wakes', 103_000, failed(1, 45_000), 145_000],
    ['at once when it wakes after what the service asked for', 150_000, failed(1, 45_000), 150_000],
  ])('%s', (_, awakeSinceMs, ended, dueAtMs) => {
    expect(nextReadingAtMs({ awakeSinceMs, ended }, everyMs)).toBe(dueAtMs);
  });

  it('after its own pause, when that is longer than a minute', () => {
    expect(nextReadingAtMs({ awakeSinceMs: 0, ended: failed(3) }, 120_000)).toBe(220_000);
  });
});

describe('a failed reading', () => {
  it('counts the failures before it', () => {
    expect(failedReading(failed(2), 0, 7)).toEqual({ endedAtMs: 7, failures: 3, askedMs: 0 });
    expect(failedReading(succeeded, 4000, 7)).toEqual({ endedAtMs: 7, failures: 1, askedMs: 4000 });
  });
});
