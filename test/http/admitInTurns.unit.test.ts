import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { admitInTurns } from '../../src/http/admitInTurns.ts';

interface Sent {
  from: string;
  url?: string;
  response?: { closed: boolean };
}

let admitted: string[];
let left: string[];
let turnsOfTheLoop: number;
let arrive: (sent: Sent) => void;

beforeEach(() => {
  [admitted, left, turnsOfTheLoop] = [[], [], 0];
  const address = (request: IncomingMessage) => request.socket.remoteAddress!;
  const listener = admitInTurns(
    (request) => {
      keepBusy(3);
      admitted.push(`${address(request)} in turn ${turnsOfTheLoop}`);
    },
    (request) => left.push(address(request)),
  );
  arrive = ({ from, url = '/baseinfo', response = { closed: false } }) => {
    const request = { url, headers: {}, socket: { remoteAddress: from } } as IncomingMessage;
    listener(request, response as ServerResponse & { req: IncomingMessage });
  };
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
  const response = { closed: false };
  arrive({ from: '192.0.2.1' });
  arrive({ from: '198.51.100.7', response });
  response.closed = true;
  await turnLoop(5);
  expect(admitted).toEqual(['192.0.2.1 in turn 0']);
  expect(left).toEqual(['198.51.100.7']);
});
