import { describe, expect, it } from 'vitest';
import { readDetail } from '../../src/console/audit/readDetail.ts';

describe('the detail of an audit entry', () => {
  it.each([
    ['a value', '{"totalFeeFen":100}', [{ name: 'totalFeeFen', values: [100] }]],
    ['a change', '{"callbackUrl":[null,"https://a"]}', [{ name: 'callbackUrl', values: [null, 'https://a'] }]],
    ['the parts of a filter', '{"filter":{"sandbox":true}}', [{ name: 'sandbox', values: [true] }]],
    ['nothing that is empty', '{"avatar":"","attach":null}', []],
    ['no text', '"later"', null],
    ['no JSON', '{', null],
  ])('is read: %s', (_, json, read) => {
    expect(readDetail(json)).toEqual(read);
  });
});
