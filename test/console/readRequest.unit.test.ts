import { describe, expect, it } from 'vitest';
import { readRequest } from '../../src/console/doctor/readRequest.ts';

const parameters = [
  { name: 'plugin_id', value: 'abcd1234' },
  { name: 'title', value: '会员 1年+' },
  { name: 'sign', value: 'ff00' },
];
const query = 'plugin_id=abcd1234&title=%E4%BC%9A%E5%91%98+1%E5%B9%B4%2B&sign=ff00';

describe('a request that a developer sends along is read from', () => {
  it.each([
    ['a URL', `https://api.example.com/goods?${query}`, 'https://api.example.com/goods'],
    ['a path', `/goods?${query}`, '/goods'],
    ['a query string', query, null],
    ['the first line of a request', `GET /goods?${query} HTTP/1.1\nHost: api.example.com\n\n`, '/goods'],
    [
      'a dump of headers and body',
      `POST /goods HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${query}`,
      '/goods',
    ],
    ['curl with a URL', `curl -i 'https://api.example.com/goods?${query}'`, 'https://api.example.com/goods'],
    [
      'curl with a form',
      `curl -X POST https://api.example.com/goods \\\n  -H 'Accept: */*' \\\n  -d "${query}"`,
      'https://api.example.com/goods',
    ],
    [
      'curl with JSON',
      `curl https://api.example.com/goods --json '{"plugin_id": "abcd1234", "title": "会员 1年+", "sign": "ff00"}'`,
      'https://api.example.com/goods',
    ],
    ['JSON', '{"plugin_id":"abcd1234","title":"\\u4f1a员 1年+","sign":"ff00"}', null],
  ])('%s', (_name, text, url) => {
    expect(readRequest(text)).toEqual({ sign: 'ff00', parameters, url });
  });

  it('JSON with numbers, which are signed as they were written', () => {
    const read = readRequest('{"total_fee": 1.50, "timestamp":1624329435}');
    expect(read.parameters).toEqual([
      { name: 'total_fee', value: '1.50' },
      { name: 'timestamp', value: '1624329435' },
    ]);
  });

  it.each(['', 'hello', 'curl', '{', 'GET'])('nothing that is none: %s', (text) => {
    expect(readRequest(text).sign).toBe('');
  });
});
