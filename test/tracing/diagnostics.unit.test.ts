import { diag } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTracing, type Tracing } from '../../src/tracing/startTracing.ts';
import { memoryLog } from '../support/memoryLog.ts';

let tracing: Tracing | undefined;

afterEach(async () => {
  await tracing?.stop();
  vi.unstubAllEnvs();
});

/** The lines that starting with these variables leaves. */
async function linesOfStart(variables: Record<string, string>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries({ OTEL_TRACES_EXPORTER: 'console', ...variables }))
    vi.stubEnv(name, value);
  tracing = await startTracing(process.env, async () => '1.2.3', memoryLog(lines));
  return lines;
}

describe('what OpenTelemetry does not like', () => {
  it.each([
    ['OTEL_TRACES_SAMPLER', 'nonsense'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
    ['OTEL_SPAN_LINK_COUNT_LIMIT', 'all'],
  ])('is one warning in the log: %s=%s', async (name, value) => {
    expect(await linesOfStart({ [name]: value })).toEqual([
      expect.objectContaining({ level: 40, msg: 'OpenTelemetry complains', reason: expect.stringContaining(name) }),
    ]);
  });

  it('is none when it likes everything', async () => {
    expect(
      await linesOfStart({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }),
    ).toEqual([]);
  });

  it('is said once of each kind, by what it says in words, without what came along', async () => {
    const lines = await linesOfStart({});
    for (const count of [5, 70, 900]) diag.warn(`Dropped ${count} spans`, { from: 'a collector' });
    diag.error('and another thing');
    diag.info('all is well');

    expect(lines).toMatchObject([{ reason: 'Dropped 5 spans' }, { reason: 'and another thing' }]);
  });

  it('holds nothing of the headers that go to the collector', async () => {
    const lines = await linesOfStart({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2,x-key=abcd-efgh',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a-key-alone',
    });
    diag.warn('Header has the value Bearer hunter2, Bearer%20hunter2, abcd-efgh or a-key-alone');

    expect(lines).toMatchObject([{ reason: 'Header has the value [left out], [left out], [left out] or [left out]' }]);
  });

  it('is heard no more after the stop', async () => {
    const lines = await linesOfStart({});
    await tracing!.stop();
    diag.warn('too late');
    expect(lines).toEqual([]);
  });
});
