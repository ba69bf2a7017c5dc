import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noNetworks } from '../../../src/rules/callbacks/callableAddress.ts';
import type { PostSettings } from '../../../src/sweeper/post/postSettings.ts';
import { KeptConnections } from '../../../src/sweeper/post/keptConnections.ts';
import { responseText, startRawReceiver, type Behaviour, type RawReceiver } from '../../support/rawReceiver.ts';
import { loopback, post as postTo } from './callbackPost.ts';

/** Longer than any test, so that no pause of the machine ends a connection. */
const longestIdleMs = 60_000;
const promise = ['Connection: keep-alive', 'Keep-Alive: timeout=600'];
const success = responseText('200 OK', 'SUCCESS', promise);

let receiver: RawReceiver;
let kept: KeptConnections;
let addresses: string[];

beforeAll(async () => {
  // Any address of 127.0.0.0/8 leads there.
  receiver = await startRawReceiver({ host: '0.0.0.0' });
});
beforeEach(() => {
  kept = new KeptConnections(longestIdleMs);
  addresses = ['127.0.0.1'];
  receiver.behave(answering(promise));
});
afterEach(() => kept.close());
afterAll(async () => receiver.close());

/** Answers, and leaves the connection open. */
function answering(headers: readonly string[], status = '200 OK', body = 'SUCCESS'): Behaviour {
  return writing(responseText(status, body, headers));
}

function writing(bytes: string | Buffer): Behaviour {
  return { onRequest: (socket) => socket.write(bytes) };
}

async function post(given: Partial<PostSettings> = {}) {
  const url = `http://developer.example:${receiver.port}/callback`;
  return postTo(url, { allowedNetworks: loopback, resolveHost: async () => addresses, kept, ...given });
}

async function outcomesOf(posts: number): Promise<string[]> {
  const outcomes = [];
  for (let made = 0; made < posts; made += 1) outcomes.push((await post()).outcome);
  return outcomes;
}

const seen = () => ({ connections: receiver.connections, requests: receiver.requests.length });

describe('a connection that the receiver promises to keep', () => {
  it('serves the next callback, whose time to connect is 0', async () => {
    const [first, second] = [await post(), await post()];

    expect(first.connectMs).toBeGreaterThan(0);
    expect(second).toMatchObject({ outcome: 'ACKNOWLEDGED', connectMs: 0, remoteAddress: '127.0.0.1' });
    expect(seen()).toEqual({ connections: 1, requests: 2 });
  });

  it('serves one callback at a time', async () => {
    await Promise.all([post(), post()]);
    await Promise.all([post(), post()]);

    expect(seen()).toEqual({ connections: 2, requests: 4 });
  });

  it('is left when the host has another address', async () => {
    await post();
    addresses = ['127.0.0.2'];

    expect(await post()).toMatchObject({ outcome: 'ACKNOWLEDGED', remoteAddress: '127.0.0.2' });
    expect(seen()).toEqual({ connections: 2, requests: 2 });
  });

  it('is of no use once its address may not be called', async () => {
    await post();

    expect(await post({ allowedNetworks: noNetworks })).toMatchObject({ outcome: 'ADDRESS_REFUSED' });
    expect(seen()).toEqual({ connections: 1, requests: 1 });
  });

  it('is dialled again when the receiver has closed it meanwhile', async () => {
    receiver.behave({ onRequest: (socket) => socket.end(success) });
    await post();
    await receiver.quiet();

    expect(await post()).toMatchObject({ outcome: 'ACKNOWLEDGED', connectMs: expect.toSatisfy((ms) => ms > 0) });
    expect(seen()).toEqual({ connections: 2, requests: 2 });
  });

  it('carries no more than one long answer at a time, however many before', async () => {
    receiver.behave(answering([...promise, `X-Long: ${'a'.repeat(15_000)}`]));

    expect(new Set(await outcomesOf(6))).toEqual(new Set(['ACKNOWLEDGED']));
    expect(seen()).toEqual({ connections: 1, requests: 6 });
  });

  it('may have interim responses before each answer', async () => {
    receiver.behave(writing(`HTTP/1.1 103 Early Hints\r\n\r\n${success.toString()}`));

    expect(await outcomesOf(3)).toEqual(['ACKNOWLEDGED', 'ACKNOWLEDGED', 'ACKNOWLEDGED']);
    expect(seen()).toEqual({ connections: 1, requests: 3 });
  });

  it('carries nothing for a process that was halted until the time of the attempt was over', async () => {
    const timeoutMs = 50;
    await post();

    // It begins to block after the decision to send, and before the write.
    setImmediate(() => {
      const untilMs = performance.now() + 2 * timeoutMs;
      while (performance.now() < untilMs);
    });
    expect(await post({ timeoutMs })).toMatchObject({ outcome: 'TIMED_OUT', connectMs: 0 });
    await receiver.quiet();
    expect(seen()).toEqual({ connections: 1, requests: 1 });
  });

  it('is closed when it was idle for too long', async () => {
    kept = new KeptConnections(20);

    await post();

    await receiver.quiet();
    expect(seen()).toEqual({ connections: 1, requests: 1 });
  });

  it('is closed when the process stops, and none is kept afterwards', async () => {
    await post();
    kept.close();
    await receiver.quiet();

    await post();
    await receiver.quiet();
    expect(seen()).toEqual({ connections: 2, requests: 2 });
  });
});

describe('a connection is for one callback', () => {
  it.each([
    { when: 'the receiver promises nothing', behaviour: answering([]) },
    { when: 'the receiver says that it closes it', behaviour: answering(['Connection: close']) },
    {
      when: 'the receiver keeps it for a short time only',
      behaviour: answering([promise[0]!, 'Keep-Alive: timeout=60']),
    },
    { when: 'the answer is another one', behaviour: answering(promise, '200 OK', 'FAIL') },
    { when: 'the status is another one', behaviour: answering(promise, '500 Failed') },
    { when: 'more comes than the answer', behaviour: writing(Buffer.concat([success, Buffer.from(' and more')])) },
  ])('when $when', async ({ behaviour }) => {
    receiver.behave(behaviour);

    await post();
    await receiver.quiet();
    await post();
    await receiver.quiet();

    expect(seen()).toEqual({ connections: 2, requests: 2 });
  });
});

it('a receiver that closes a kept connection at its next use has one failure, nothing twice, and then a connection for each', async () => {
  const used = new Set<unknown>();
  receiver.behave({
    onRequest: (socket) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else socket.write(success);
      used.add(socket);
    },
  });

  expect(await outcomesOf(4)).toEqual(['ACKNOWLEDGED', 'CONNECTION_FAILED', 'ACKNOWLEDGED', 'ACKNOWLEDGED']);
  expect(seen()).toEqual({ connections: 3, requests: 4 });
});
