import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admitInTurns } from '../../src/http/admitInTurns.ts';
import { contextOf } from '../../src/http/requestContext.ts';

interface Sent {
  from: string;
  url?: string;
}

/** A request and its response; `end` is called when it was answered or its caller left. */
interface Arrived {
  request: IncomingMessage;
  end(): void;
}

let admitted: string[];
let left: string[];
let turnsOfTheLoop: number;
let computingMs: number;
let arrive: (sent: Sent) => Arrived;

beforeEach(() => {
  [admitted, left, turnsOfTheLoop, computingMs] = [[], [], 0, 3];
  const address = (request: IncomingMessage) => request.socket.remoteAddress!;
  const listener = admitInTurns(
    (request) => {
      keepBusy(computingMs);
      admitted.push(`${address(request)} in turn ${turnsOfTheLoop}`);
    },
    (request) => left.push(address(request)),
  );
  arrive = ({ from, url = '/goods' }) => {
    const request = { url, headers: {}, socket: { remoteAddress: from } } as IncomingMessage;
    const response = Object.assign(new EventEmitter(), { closed: false });
    listener(request, response as unknown as ServerResponse & { req: IncomingMessage });
    const end = () => {
      response.closed = true;
      response.emit('close');
    };
    return { request, end };
  };
});

afterEach(() => {
  vi.useRealTimers();
});

function keepBusy(milliseconds: number): void {
  const endMs = performance.now() + milliseconds;
  while (performance.now() < endMs);
}

async function turnLoop(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await nextLoop();
    turnsOfTheLoop += 1;
  }
}

it('requests that arrive together are let in by address in turn, and the process does other work in between', async () => {
  for (let n = 0; n < 4; n += 1) arrive({ from: '192.0.2.1' });
  arrive({ from: '198.51.100.7' });
  await turnLoop(10);
  expect(admitted).toEqual([
    '192.0.2.1 in turn 0',
    '198.51.100.7 in turn 0',
    '192.0.2.1 in turn 1',
    '192.0.2.1 in turn 2',
    '192.0.2.1 in turn 3',
  ]);
});

it('a request that comes alone is let in at once', () => {
  arrive({ from: '192.0.2.1' });
  expect(admitted).toEqual(['192.0.2.1 in turn 0']);
});

it('health checks do not wait', async () => {
  for (let n = 0; n < 4; n += 1) arrive({ from: '192.0.2.1' });
  arrive({ from: '192.0.2.1', url: '/healthz' });
  expect(admitted).toHaveLength(2);
  await turnLoop(10);
});

it('nothing is done for a request whose caller left while it waited', async () => {
  arrive({ from: '192.0.2.1' });
  arrive({ from: '198.51.100.7' }).end();
  await turnLoop(5);
  expect(admitted).toEqual(['192.0.2.1 in turn 0']);
  expect(left).toEqual(['198.51.100.7']);
});

it('a request behind another one on a connection that was lost is not begun, and keeps no place', async () => {
  const [first] = fillPlaces('192.0.2.1');
  const behind = arrive({ from: '192.0.2.1' });
  arrive({ from: '192.0.2.1' });
  // Node does not close its response, so it is told apart by its connection.
  Object.assign(behind.request.socket, { destroyed: true });
  first!.end();
  await turnLoop(3);
  expect(left).toEqual(['192.0.2.1']);
  expect(admitted).toHaveLength(33);
});

/** A caller who has as many requests in work as it may have. */
function fillPlaces(from: string): Arrived[] {
  computingMs = 0;
  return Array.from({ length: 32 }, () => arrive({ from }));
}

it('lets the next request of a caller in when one of 32 was answered', async () => {
  const [first, second] = fillPlaces('192.0.2.1');
  arrive({ from: '192.0.2.1' });
  arrive({ from: '192.0.2.1' });
  await turnLoop(2);
  expect(admitted).toHaveLength(32);
  first!.end();
  await turnLoop(2);
  expect(admitted).toHaveLength(33);
  second!.end();
  await turnLoop(2);
  expect(admitted).toHaveLength(34);
});

it('lets the next request in while a refusal is held back, once', async () => {
  const [refused] = fillPlaces('192.0.2.1');
  for (let n = 0; n < 3; n += 1) arrive({ from: '192.0.2.1' });
  contextOf(refused!.request).leavePlace();
  refused!.end();
  await turnLoop(2);
  expect(admitted).toHaveLength(33);
});

it('gives its place to the next one when a caller has left', async () => {
  const [first] = fillPlaces('192.0.2.1');
  const gone = arrive({ from: '192.0.2.1' });
  arrive({ from: '192.0.2.1' });
  gone.end();
  first!.end();
  await turnLoop(3);
  expect(left).toEqual(['192.0.2.1']);
  expect(admitted).toHaveLength(33);
});

it('a caller whose places are taken does not delay another address, or another plugin that a query names', async () => {
  fillPlaces('192.0.2.1');
  arrive({ from: '198.51.100.7' });
  arrive({ from: '192.0.2.1', url: '/baseinfo?a=1&plugin_id=abcd1234&b=2' });
  await turnLoop(2);
  expect(admitted).toHaveLength(34);
});

it('lets a request in without a place after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fillPlaces('192.0.2.1');
  arrive({ from: '192.0.2.1' });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(admitted).toHaveLength(32);
  await vi.advanceTimersByTimeAsync(1);
  await turnLoop(2);
  expect(admitted).toHaveLength(33);
});
