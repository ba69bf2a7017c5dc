import { SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, expect, it } from 'vitest';
import { traceAttempt } from '../../src/tracing/traceAttempt.ts';
import { exampleTime } from '../support/service.ts';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
afterAll(() => trace.disable());

it('a span tells why an attempt failed, without what looks like a secret', () => {
  const secret = 'Ab0'.repeat(11).slice(0, 32);
  const attempt = {
    orderId: 'order',
    number: 1,
    pluginId: 'plugin01',
    trigger: 'AUTOMATIC',
    url: 'https://example.com/',
    traceparent: null,
    sandbox: null,
    scheduledAt: exampleTime,
    startedAt: exampleTime,
  } as const;
  const result = {
    outcome: 'CONNECTION_FAILED',
    httpStatus: null,
    remoteAddress: null,
    error: `the receiver closed the connection after ${secret}`,
    durationMs: 5,
  } as const;
  traceAttempt({ attempt, result }, () => {});

  expect(exporter.getFinishedSpans()[0]!.status).toEqual({
    code: SpanStatusCode.ERROR,
    message: expect.stringMatching(/^the receiver closed the connection after /),
  });
  expect(exporter.getFinishedSpans()[0]!.status.message).not.toContain(secret);
});
