import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, success, type Answer, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signatureOf } from '../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  CheckCallbackUrlDocument,
  PayOrderDocument,
  ResetPluginSecretDocument,
  type CheckCallbackUrlInput,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8' });
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
  developer = await makeDeveloper(service.admin, receiver.url);
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(success);
});

const zeros = '0'.repeat(32);
const check = async (input: CheckCallbackUrlInput, by = service) =>
  (await by.admin(CheckCallbackUrlDocument, { input })).checkCallbackUrl;

async function rowCounts(): Promise<number[]> {
  const { delivery, deliveryAttempt, order } = sweeping.store.prisma;
  return Promise.all([delivery.count(), deliveryAttempt.count(), order.count()]);
}

describe('a callback URL that is checked', () => {
  it('is fine when the message is acknowledged', async () => {
    expect(await check({ url: receiver.url })).toEqual({
      ok: true,
      problems: [],
      resolvedAddresses: ['127.0.0.1'],
      durationMs: expect.any(Number),
      httpStatus: 200,
      responseBody: 'SUCCESS',
    });
  });

  it('gets one message, that nobody can take for a payment', async () => {
    await check({ url: receiver.url, pluginId: developer.pluginId });

    expect(receiver.received).toHaveLength(1);
    const { method, path, body, message } = receiver.received[0]!;
    expect({ method, path }).toEqual({ method: 'POST', path: '/callback?from=openplug' });
    expect(message).toEqual({
      resource: {
        attach: " Test *~!'() 测试 ",
        body: 'Test message; nothing was paid',
        created_at: '2021-06-22 10:37:15',
        goods_id: zeros,
        open_id: zeros,
        order_id: zeros,
        out_order_id: '',
        paid_at: '',
        pay_fee: 0,
        plugin_id: developer.pluginId,
        status: 0,
        timestamp: 1_624_329_435,
      },
      sign: signatureOf(developer.secret, message.resource),
    });
    expect(body).toBe(JSON.stringify(message));
  });

  it('gets the headers of a real callback', async () => {
    await check({ url: receiver.url });
    const { id: orderId } = await makeOrder(service.admin, developer);
    await service.admin(PayOrderDocument, { input: { orderId } });
    await sweeping.sweep();

    const [test, real] = receiver.received.map(({ headers }) => headers);
    expect(test).toEqual({
      ...real,
      'content-length': expect.any(String),
      'openplug-delivery': zeros,
      'openplug-attempt': '0',
    });
  });

  it("is signed with the plugin's newest secret", async () => {
    const other = await makeDeveloper(service.admin);
    const input = { pluginId: other.pluginId, overlapSeconds: 3600 };
    const { secret } = (await service.admin(ResetPluginSecretDocument, { input })).resetPluginSecret;
    expect(await check({ url: receiver.url, pluginId: other.pluginId })).toMatchObject({ ok: true });

    const { resource, sign } = receiver.received[0]!.message;
    expect(sign).toBe(signatureOf(secret, resource));
  });

  it.each([undefined, null])('is signed with a secret that nobody has when the plugin is %s', async (pluginId) => {
    await check({ url: receiver.url, ...(pluginId === null && { pluginId }) });
    await check({ url: receiver.url });

    const [first, second] = receiver.received.map(({ message }) => message);
    expect(first?.resource['plugin_id']).toBe('00000000');
    expect(first?.sign).toMatch(/^[0-9a-f]{64}$/);
    expect(first?.resource).toEqual(second?.resource);
    expect(first?.sign).not.toBe(second?.sign);
  });

  it('leaves nothing behind', async () => {
    const before = await rowCounts();
    await check({ url: receiver.url, pluginId: developer.pluginId });
    receiver.answer({ status: 500 });
    await check({ url: receiver.url, pluginId: developer.pluginId });

    expect(await rowCounts()).toEqual(before);
  });
});

describe('what a real callback would have met', () => {
  it.each<{ what: string; answer: Answer; status: number | null; body: string | null; problem: string }>([
    {
      what: 'another status',
      answer: { status: 500, body: 'SUCCESS' },
      status: 500,
      body: 'SUCCESS',
      problem: 'The message was answered with status 500: the body was right, but the status must be 2xx, not 500.',
    },
    {
      what: 'another body',
      answer: { body: '"SUCCESS"' },
      status: 200,
      body: '"SUCCESS"',
      problem:
        'The message was answered with status 200, but not with SUCCESS: the body was "SUCCESS": SUCCESS in quotes, ' +
        'as a JSON encoder writes it; it must be bare.',
    },
    {
      what: 'bytes that are not text',
      answer: { body: Buffer.from([0x61, 0x00, 0xff]) },
      status: 200,
      body: 'a\0\uFFFD',
      problem: 'The message was answered with status 200, but not with SUCCESS: the body must be SUCCESS.',
    },
    {
      what: 'a redirect',
      answer: { status: 302, headers: { location: '/elsewhere' }, body: 'SUCCESS' },
      status: 302,
      body: 'SUCCESS',
      problem:
        'The message was answered with the redirect 302: redirects are not followed; this one leads to http://127.0.0.1:',
    },
    {
      what: 'a connection that is closed at once',
      answer: (request) => request.socket.destroy(),
      status: null,
      body: null,
      problem:
        'The message reached the receiver, but got no usable answer: the receiver closed the connection before it answered.',
    },
    {
      what: 'an answer that breaks off',
      answer: (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('SUCC', () => request.socket.destroy());
      },
      status: 200,
      body: 'SUCC',
      problem:
        'The message broke off after status 200: the answer began, but did not end: its Content-Length is 100, ' +
        'but 4 bytes came, and the connection was closed.',
    },
  ])('$what', async ({ answer, status, body, problem }) => {
    receiver.answer(answer);

    expect(await check({ url: receiver.url })).toEqual({
      ok: false,
      problems: [expect.stringContaining(problem)],
      resolvedAddresses: ['127.0.0.1'],
      durationMs: expect.any(Number),
      httpStatus: status,
      responseBody: body,
    });
    expect(receiver.received).toHaveLength(1);
  });

  const unmet = { ok: false, durationMs: expect.any(Number), httpStatus: null, responseBody: null };

  it('a port where nobody listens', async () => {
    const gone = await startCallbackReceiver();
    await gone.close();

    expect(await check({ url: gone.url })).toEqual({
      ...unmet,
      problems: ['The message could not be made: nothing listens at that address and port.'],
      resolvedAddresses: ['127.0.0.1'],
    });
  });

  it('a server that does not speak TLS', async () => {
    expect(await check({ url: receiver.url.replace('http:', 'https:') })).toEqual({
      ...unmet,
      problems: [expect.stringMatching(/^The message failed to establish a secure connection: ./)],
      resolvedAddresses: ['127.0.0.1'],
    });
    expect(receiver.received).toEqual([]);
  });

  it('no answer in time', async () => {
    const hurried = await startTestService({ CALLBACK_ALLOW_NETWORKS: '127.0.0.1/32', CALLBACK_TIMEOUT_S: '0.25' });
    try {
      receiver.answer(() => {});
      expect(await check({ url: receiver.url }, hurried)).toEqual({
        ...unmet,
        problems: [
          'The message had no complete answer in time: the connection was made, but no answer came within 0.25 s; ' +
            'answer first, and do what takes long afterwards.',
        ],
        resolvedAddresses: ['127.0.0.1'],
      });
    } finally {
      await hurried.stop();
    }
  });

  it.each([
    { url: 'http://10.0.0.1/', host: '10.0.0.1', address: '10.0.0.1' },
    { url: 'http://169.254.169.254/latest/meta-data', host: '169.254.169.254', address: '169.254.169.254' },
    { url: 'http://[::1]:8080/', host: '::1', address: '::1' },
    { url: 'http://[::ffff:10.0.0.1]/', host: '::ffff:a00:1', address: '::ffff:a00:1' },
    { url: 'http://0x0a000001/', host: '10.0.0.1', address: '10.0.0.1' },
  ])('an address that may not be called: $url', async ({ url, host, address }) => {
    expect(await check({ url })).toEqual({
      ...unmet,
      problems: [
        `The message was not made, since the address may not be called: ${host} has the address ${address}, ` +
          'which may not be called.',
      ],
      resolvedAddresses: [address],
    });
  });

  it('an address of this machine, unless the operator allows it', async () => {
    const strict = await startTestService();
    try {
      expect(await check({ url: receiver.url }, strict)).toMatchObject({
        ok: false,
        problems: [expect.stringContaining('may not be called')],
        resolvedAddresses: ['127.0.0.1'],
      });
      expect(receiver.received).toEqual([]);
    } finally {
      await strict.stop();
    }
  });
});

describe('what cannot be checked', () => {
  it.each([
    '',
    'example.com/paid',
    '/paid',
    'ftp://example.com/paid',
    'http://user:secret@example.com/',
    'http://example.com/#paid',
    'http://exa\0mple.com/',
    `http://example.com/${'a'.repeat(2048)}`,
  ])('the URL %j', async (url) => {
    await expect(check({ url })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { url: [expect.any(String)] },
    });
  });

  it.each(['', 'a\0b'])('the plugin %j, that could be none', async (pluginId) => {
    await expect(check({ url: receiver.url, pluginId })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { pluginId: [expect.any(String)] },
    });
  });

  it('an unknown plugin: nothing is sent', async () => {
    await expect(check({ url: receiver.url, pluginId: 'unknown1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such plugin.',
    });
    expect(receiver.received).toEqual([]);
  });
});
