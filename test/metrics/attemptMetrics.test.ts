import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openMetrics, type Metrics } from '../../src/metrics/openMetrics.ts';
import { observeBy } from '../../src/service/observation.ts';
import { startDueAttempts } from '../../src/store/deliveries/startDueAttempts.ts';
import { failure, success } from '../support/callbackReceiver.ts';
import { statementsOf } from '../support/statements.ts';
import { after, deliveryStory, type DeliveryStory } from '../sweeper/attempt/deliveryStory.ts';
import { readSeries } from './metricsText.ts';

let story: DeliveryStory;
let metrics: Metrics;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  story = await deliveryStory({ observer: observeBy([laterMetrics], log) });
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  const { store, service } = story;
  metrics = openMetrics({
    endpoints: [],
    store,
    adminStore: store,
    clock: () => service.clock.now,
    version: '1',
    countDroppedRejections: () => 0,
    readOutputFigures: () => ({ droppedLines: 0, waitingBytes: 0 }),
    countConnections: () => [],
  });
});

/** Each test has metrics of its own, and the story one sweeper. */
const laterMetrics: Pick<Metrics, 'onSwept' | 'onAttemptStarted' | 'onAttemptOver'> = {
  onSwept: () => metrics.onSwept(),
  onAttemptStarted: () => metrics.onAttemptStarted(),
  onAttemptOver: (over) => metrics.onAttemptOver(over),
};

const read = async () => readSeries(await metrics.text());

const attempts = (outcome: string) => `openplug_attempt_duration_seconds_count{outcome="${outcome}"}`;
const closed = (status: string) => `openplug_deliveries_closed_total{status="${status}"}`;

it('a callback that fails is counted with how late it was, and leaves its delivery open', async () => {
  story.receiver.answer(failure);
  await story.pay();
  await story.sweepAt(2);

  expect(await read()).toMatchObject({
    [attempts('UNEXPECTED_STATUS')]: 1,
    openplug_attempt_lateness_seconds_sum: 2,
    openplug_attempts_in_flight: 0,
    openplug_sweep_last_tick_timestamp_seconds: after(2).getTime() / 1000,
    'openplug_deliveries{status="PENDING"}': 1,
    // There before the first one: from a series that begins with 1 Prometheus sees no increase.
    [closed('EXHAUSTED')]: 0,
    [closed('DELIVERED')]: 0,
  });
});

it('a delivery is counted as closed once: when it is given up, and again when it is mended by hand', async () => {
  story.receiver.answer(failure);
  const orderId = await story.pay();
  for (const seconds of [0, 15, 45, 105, 405]) await story.sweepAt(seconds);
  expect(await read()).toMatchObject({ [attempts('UNEXPECTED_STATUS')]: 5, [closed('EXHAUSTED')]: 1 });

  await story.resend(orderId);
  await story.sweepAt(406);
  expect(await read()).toMatchObject({ [attempts('UNEXPECTED_STATUS')]: 6, [closed('EXHAUSTED')]: 1 });

  story.receiver.answer(success);
  for (const seconds of [407, 408]) {
    await story.resend(orderId);
    await story.sweepAt(seconds);
  }
  expect(await read()).toMatchObject({
    [attempts('ACKNOWLEDGED')]: 2,
    [closed('EXHAUSTED')]: 1,
    [closed('DELIVERED')]: 1,
    'openplug_deliveries{status="PENDING"}': 0,
  });
});

it('an attempt is in flight until it is closed', async () => {
  let answer = (_status: unknown) => {};
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  story.receiver.answer((_request, response) => {
    void answered.then(() => response.end('SUCCESS'));
  });
  await story.pay();
  await story.sweeping.sweeper.startDue();
  await expect.poll(read).toMatchObject({ openplug_attempts_in_flight: 1 });

  answer(200);
  await story.sweeping.sweeper.settled();
  expect(await read()).toMatchObject({ openplug_attempts_in_flight: 0 });
});

it('an attempt that another process left behind is counted by who finds it, and is not in flight here', async () => {
  await story.pay();
  const started = await startDueAttempts(story.store, {
    now: after(0),
    clock: () => after(0),
    worker: 'vanished:1',
    leaseMs: 40_000,
    limit: 10,
    limitPerPlugin: 10,
    limitForSandbox: 10,
    inFlight: new Map(),
    write: () => ({ body: '{}', previousSigns: [] }),
  });
  expect(started).toHaveLength(1);
  await story.sweepAt(40);
  expect(await read()).toMatchObject({ [attempts('ABANDONED')]: 1, openplug_attempts_in_flight: 0 });
});

it('what is due, and for how long, leaves out what is held and what is not due yet', async () => {
  const due = async () => {
    const { openplug_deliveries_due: count, openplug_delivery_oldest_due_age_seconds: age, ...rest } = await read();
    return { pending: rest['openplug_deliveries{status="PENDING"}'], count, age };
  };
  const readAt = async (seconds: number) => {
    story.service.clock.now = after(seconds);
    return due();
  };
  await story.pay();
  await readAt(0);
  story.service.clock.now = after(5);
  await story.pay();

  expect(await readAt(9)).toEqual({ pending: 1, count: 1, age: 0 });
  expect(await readAt(10)).toEqual({ pending: 2, count: 2, age: 10 });
  await story.setPlugin({ deliveriesPaused: true });
  expect(await readAt(20)).toEqual({ pending: 2, count: 0, age: 0 });
  await story.setPlugin({ deliveriesPaused: false });
  story.receiver.answer(failure);
  await story.sweepAt(30);
  expect(await readAt(44)).toEqual({ pending: 2, count: 0, age: 0 });
  expect(await readAt(55)).toEqual({ pending: 2, count: 2, age: 10 });
});

it('however many ask at once, the database is asked once in ten seconds', async () => {
  const askedFor = async (count: number) =>
    (await statementsOf(async () => Promise.all(Array.from({ length: count }, read)))).filter(({ text }) =>
      text.includes('counted_due'),
    );
  expect(await askedFor(20)).toHaveLength(1);
  story.service.clock.now = after(9.999);
  expect(await askedFor(20)).toHaveLength(0);
  story.service.clock.now = after(10);
  expect(await askedFor(20)).toHaveLength(1);
});
