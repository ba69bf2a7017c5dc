import { describe, expect, it } from 'vitest';
import type { SignatureClaim } from '../../../src/rules/diagnosis/diagnoseSignature.ts';
import { base64, claim, diagnose, goods, plain, secret, sha256, signed } from './signatureClaims.ts';

/** As json.dumps of Python and json_encode of PHP escape. */
function escapeUnicode(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const asNumbers = { ...goods, total_fee: 100, timestamp: 1_624_329_435 };
const sortedGoods = Object.fromEntries(Object.entries(goods).toSorted(([a], [b]) => (a < b ? -1 : 1)));

describe('a JSON body that was signed', () => {
  it.each<[did: string, claim: SignatureClaim, codes: string[]]>([
    ['JSON.stringify', signed(goods, JSON.stringify(goods)), ['UNEXPLAINED']],
    ['JSON.stringify of sorted parameters', signed(goods, JSON.stringify(sortedGoods)), ['UNEXPLAINED']],
    [
      'JSON.stringify with numbers',
      claim(goods, base64(JSON.stringify(asNumbers), 'base64')),
      ['UNEXPLAINED', 'BASE64_INSTEAD_OF_HEX'],
    ],
    [
      "PHP's json_encode",
      signed(goods, escapeUnicode(JSON.stringify(asNumbers)).replaceAll('/', '\\/')),
      ['UNEXPLAINED'],
    ],
    [
      "Python's json.dumps",
      signed(
        goods,
        escapeUnicode(
          `{${Object.entries(goods)
            .map(([name, value]) => `"${name}": "${value}"`)
            .join(', ')}}`,
        ),
      ),
      ['UNEXPLAINED'],
    ],
    [
      "Python's json.dumps with one number of two",
      signed(
        { ...plain, total_fee: '100' },
        '{"timestamp": "1624329435", "plugin_id": "plugtest", "out_order_id": "ORDER-0001", "total_fee": 100}',
      ),
      ['UNEXPLAINED'],
    ],
    [
      "Python's json.dumps of numbers that are no usual ones",
      signed(
        { ...plain, attempt: '2', attach: '测试' },
        '{"timestamp": 1624329435, "plugin_id": "plugtest", "out_order_id": "ORDER-0001", "attempt": 2, ' +
          String.raw`"attach": "\u6d4b\u8bd5"}`,
      ),
      ['UNEXPLAINED'],
    ],
    [
      "Python's json.dumps without spaces",
      signed(
        { ...plain, attach: '测试' },
        String.raw`{"timestamp":"1624329435","plugin_id":"plugtest","out_order_id":"ORDER-0001","attach":"\u6d4b\u8bd5"}`,
      ),
      ['UNEXPLAINED'],
    ],
    [
      'JSON hashed with the secret',
      claim(plain, sha256(JSON.stringify(plain) + secret)),
      ['UNEXPLAINED', 'PLAIN_SHA256'],
    ],
  ])('is explained: %s', (_, claimed, codes) => {
    const { valid, findings } = diagnose(claimed);

    expect(valid).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    expect(findings.map(({ message }) => message).join('\n')).toContain('A JSON body was signed');
  });
});
