import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../bench/load/answerReader.ts';

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} OK\r\nX-Other: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('the reader of answers', () => {
  it('returns the status of an answer that comes byte by byte, at its last byte', () => {
    const reader = new AnswerReader();
    const bytes = Buffer.from(answer(200, '{"a":1}'));
    const statuses = Array.from(bytes, (byte) => reader.read(Buffer.from([byte])));
    expect(statuses.slice(0, -1).every((status) => status === undefined)).toBe(true);
    expect(statuses.at(-1)).toBe(200);
  });

  it('reads one answer after the other', () => {
    const reader = new AnswerReader();
    const read = (text: string) => reader.read(Buffer.from(text));
    expect([read(answer(200, 'x')), read(answer(429, '')), read(answer(200, 'y'))]).toEqual([200, 429, 200]);
  });

  it('refuses an answer whose end it cannot find', () => {
    expect(() => new AnswerReader().read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('without Content-Length');
  });
});
