import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../bench/load/answerReader.ts';

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} OK\r\nX-Other: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('the reader of answers', () => {
  it('returns the status of an answer that comes byte by byte, at its last byte', () => {
    const reader = new AnswerReader();
    const bytes = Buffer.from(answer(200, '{"a":1}'));
    const answers = Array.from(bytes, (byte) => reader.read(Buffer.from([byte])));
    expect(answers.slice(0, -1).every((read) => read === undefined)).toBe(true);
    expect(answers.at(-1)).toEqual({ status: 200, hasErrors: false });
  });

  it('reads one answer after the other', () => {
    const reader = new AnswerReader();
    const read = (text: string) => reader.read(Buffer.from(text))?.status;
    expect([read(answer(200, 'x')), read(answer(429, '')), read(answer(200, 'y'))]).toEqual([200, 429, 200]);
  });

  it('tells the errors of GraphQL, whose status is 200', () => {
    const read = new AnswerReader().read(Buffer.from(answer(200, '{"data":null,"errors":[{"message":"no"}]}')));
    expect(read).toEqual({ status: 200, hasErrors: true });
  });

  it('refuses an answer whose end it cannot find', () => {
    expect(() => new AnswerReader().read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('without Content-Length');
  });
});
