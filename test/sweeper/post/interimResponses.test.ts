import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InterimFilter } from '../../../src/sweeper/post/skipInterimResponses.ts';
import { answering, responseText, startRawReceiver, successText, type RawReceiver } from '../../support/rawReceiver.ts';
import { loopback, post } from './callbackPost.ts';
import { attemptMaker, attemptOnce, type AttemptMaker } from '../attempt/oneAttempt.ts';

const success = String(successText);
const continues = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';

describe('an interim response is skipped', () => {
  let maker: AttemptMaker;
  let receiver: RawReceiver;
  beforeAll(async () => {
    receiver = await startRawReceiver();
    maker = await attemptMaker();
  });
  afterAll(async () => {
    await maker.close();
    await receiver.close();
  });

  it.each([
    { what: '100, which nobody asked for', interim: continues },
    { what: '100 with headers', interim: 'HTTP/1.1 100 Continue\r\nServer: x\r\nDate: now\r\n\r\n' },
    { what: '100 that says that it closes', interim: 'HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n' },
    { what: '100 of HTTP/1.0', interim: 'HTTP/1.0 100 Continue\r\n\r\n' },
    { what: '100 without a reason', interim: 'HTTP/1.1 100\r\n\r\n' },
    { what: '100 after an empty line', interim: `\r\n${continues}` },
    { what: '100 whose lines end without CR', interim: 'HTTP/1.1 100 Continue\nA: b\n\n' },
    { what: '102', interim: 'HTTP/1.1 102 Processing\r\n\r\n' },
    { what: '103', interim: hints },
    { what: 'one that is not known', interim: 'HTTP/1.1 199 Hm\r\nContent-Length: 7\r\n\r\n' },
    { what: 'several of them', interim: `${continues}HTTP/1.1 102 Processing\r\n\r\n${hints}${hints}` },
    { what: 'up to 32 of them', interim: continues.repeat(32) },
  ])('$what', async ({ interim }) => {
    const row = await attemptOnce(maker, receiver, answering(`${interim}${success}`));

    expect(row).toMatchObject({ outcome: 'ACKNOWLEDGED', httpStatus: 200, error: null, hint: null });
  });

  it('and what follows it is judged as usual', async () => {
    const row = await attemptOnce(maker, receiver, answering(`${continues}${String(responseText('500 Oh', 'no'))}`));

    expect(row).toMatchObject({ outcome: 'UNEXPECTED_STATUS', httpStatus: 500, responseBody: Buffer.from('no') });
  });

  it('and when nothing follows it, nothing was answered', async () => {
    expect(await attemptOnce(maker, receiver, answering(continues))).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      httpStatus: null,
      hint: 'the receiver closed the connection before it answered',
    });
  });

  it('but no more than 32 of them', async () => {
    expect(await attemptOnce(maker, receiver, answering(`${continues.repeat(33)}${success}`))).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      httpStatus: null,
      error: 'more than 32 interim responses (status 1xx) came, and still no whole answer',
    });
  });

  it('but it does not extend the time', async () => {
    receiver.behave({ onRequest: (socket) => socket.write(continues) });

    expect(await post(receiver.url, { allowedNetworks: loopback, timeoutMs: 300 })).toMatchObject({
      outcome: 'TIMED_OUT',
      httpStatus: null,
    });
  });

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('but not %j, after which another protocol is spoken', async (switching) => {
    expect(await attemptOnce(maker, receiver, answering(`${switching}${success}`))).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      httpStatus: null,
      hint: 'the answer was not valid HTTP: it switched to another protocol, which was not requested',
    });
  });
});

describe('wherever the bytes are cut', () => {
  const answers = [
    { answer: success, passed: success },
    { answer: continues + success, passed: success },
    { answer: `\r\n\r\n${continues}\r\n${hints}${success}`, passed: success },
    { answer: `${continues}HTTP/1.1 101 X\r\n\r\n${continues}`, passed: `HTTP/1.1 101 X\r\n\r\n${continues}` },
    { answer: `${continues}HTTP/1.1 1000 X\r\n\r\n`, passed: 'HTTP/1.1 1000 X\r\n\r\n' },
    { answer: 'HTTX/1.1 100 Continue', passed: 'HTTX/1.1 100 Continue' },
    { answer: `${success}${continues}`, passed: `${success}${continues}` },
    { answer: '\u00ff\0\n', passed: '\u00ff\0\n' },
  ];

  it.each(answers)('of $answer $passed is passed on', ({ answer, passed }) => {
    const bytes = Buffer.from(answer, 'latin1');
    for (let size = 1; size <= bytes.length; size += 1) {
      const filter = new InterimFilter();
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        filter.pass(bytes.subarray(at * size, (at + 1) * size)),
      );
      expect(Buffer.concat(pieces).toString('latin1')).toBe(passed);
    }
  });
});
