import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallbackReport } from '../../src/developerTool/callback/postCallback.ts';
import { startCallbackReceiver, success, type Answer, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { callTool } from './callTool.ts';

let receiver: CallbackReceiver;

beforeAll(async () => {
  receiver = await startCallbackReceiver();
});
afterAll(async () => {
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

async function report(...more: string[]): Promise<CallbackReport> {
  return JSON.parse((await callTool(['callback', receiver.url, '--json', ...more])).out) as CallbackReport;
}

describe('openplug callback', () => {
  it.each<[string, Answer, RegExp]>([
    ['SUCCESS in quotes', { body: '"SUCCESS"' }, /SUCCESS in quotes, as a JSON encoder writes it; it must be bare\.$/],
    ['SUCCESS in UTF-16', { body: Buffer.from('SUCCESS', 'utf16le') }, /the body was SUCCESS in UTF-16/],
    ['text around SUCCESS', { body: 'OK\nSUCCESS' }, /the body had other text around SUCCESS\.$/],
    ['204', { status: 204 }, /status 204/],
    ['404', { status: 404, body: 'no such page' }, /status 404\.$/],
    ['SUCCESS with status 999', { status: 999, body: 'SUCCESS' }, /must be 2xx, not 999\.$/],
  ])('says the cause of %s alone, and posts no other message', async (_, answer, problem) => {
    receiver.answer(answer);
    const { problems } = await report();
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(receiver.received).toHaveLength(1);
  });

  it('looks for a mistake in the signature when that can be the reason', async () => {
    receiver.answer({ status: 401, body: 'wrong signature' });
    const { problems } = await report();
    expect(problems[1]).toMatch(/^It was answered no better with the signatures of 14 usual mistakes/);
    expect(receiver.received).toHaveLength(1 + 14);
  });

  it.each(['status=10', 'status=10 paid_at=', 'paid_at=2021-06-22'])(
    'posts what a receiver may take for a payment once, whatever the answer: %s',
    async (fields) => {
      receiver.answer({ status: 401, body: 'wrong signature' });
      await report(...fields.split(' '));
      expect(receiver.received).toHaveLength(1);
    },
  );

  it('numbers a test message as the service does, and a paid order as its first notification', async () => {
    receiver.answer(success);
    await report();
    await report('status=10');
    await report('status=10', '--attempt', '0');
    expect(receiver.received.map(({ headers }) => headers['openplug-attempt'])).toEqual(['0', '1', '0']);
  });
});
