import { describe, expect, it } from 'vitest';
import type { MessageAnswer } from '../../../src/rules/callbacks/findSignatureMistake.ts';
import { judgeResponse } from '../../../src/rules/callbacks/judgeResponse.ts';
import { postTestMessage, type TestMessage } from '../../../src/rules/callbacks/postTestMessage.ts';

const message: TestMessage = {
  resource: { order_id: 'o1', attach: "a *~!'() b", status: 0 },
  secrets: { current: 'new', previous: ['old'] },
  attempt: 0,
  mayTryWrongSignatures: true,
};

interface Posted {
  body: string;
  headers: Record<string, string>;
}

function answerOf(status: number, text: string): MessageAnswer {
  const body = Buffer.from(text);
  const response = { status, body, truncated: false, url: null, contentEncoding: null, location: null };
  return { outcome: judgeResponse(response).outcome, httpStatus: status, responseBody: body };
}

/** Posts the message to a receiver that refuses all, except the message with this number; the first is 1. */
async function postTo(
  { accepted, refusal = answerOf(401, 'wrong signature') }: { accepted?: number; refusal?: MessageAnswer },
  changes: Partial<TestMessage> = {},
  elapsedMs = () => 0,
) {
  const posted: Posted[] = [];
  const post = async (body: string, headers: Record<string, string>) => {
    posted.push({ body, headers });
    return posted.length === accepted ? answerOf(200, 'SUCCESS') : refusal;
  };
  return { posted, ...(await postTestMessage({ ...message, ...changes }, post, elapsedMs)) };
}

describe('a test message', () => {
  it('has the headers and the signatures of a callback', async () => {
    const { posted, isAcknowledged, mistakes } = await postTo({ accepted: 1 });
    expect(posted).toHaveLength(1);
    expect(JSON.parse(posted[0]!.body)).toMatchObject({
      resource: message.resource,
      sign: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(posted[0]!.headers).toMatchObject({
      'openplug-delivery': 'o1',
      'openplug-attempt': '0',
      'openplug-previous-sign': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect({ isAcknowledged, mistakes }).toEqual({ isAcknowledged: true, mistakes: [] });
  });

  it('is posted again with the signature of each usual mistake, with the same headers, until one is accepted', async () => {
    const { posted, isAcknowledged, mistakes } = await postTo({ accepted: 4 });
    expect(posted).toHaveLength(4);
    expect(new Set(posted.map(({ headers }) => headers)).size).toBe(1);
    expect(new Set(posted.map(({ body }) => body)).size).toBe(4);
    expect(isAcknowledged).toBe(false);
    expect(mistakes[0]?.text).toMatch(/^The receiver /);
  });

  it('is posted once if no wrong signature may be tried', async () => {
    const { posted, answerText, mistakes } = await postTo({}, { mayTryWrongSignatures: false });
    expect(posted).toHaveLength(1);
    expect({ answerText, mistakes }).toEqual({ answerText: 'wrong signature', mistakes: [] });
  });

  it('is posted once if the answer has another reason', async () => {
    expect((await postTo({ refusal: answerOf(404, '') })).posted).toHaveLength(1);
  });

  it('is not posted again more than ten seconds after the first answer', async () => {
    const times = [1000, 1000, 11_000, 11_001];
    const { posted, mistakes } = await postTo({}, {}, () => times.shift()!);
    expect(posted).toHaveLength(1 + 2);
    expect(mistakes).toEqual([]);
  });
});
