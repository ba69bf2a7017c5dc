import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveSecretsOut, redactedCanonicalString } from '../../../src/rules/signing/redactedCanonicalString.ts';
import { anyParameters } from './parameterArbitraries.ts';

const secret = 'Zq81LmPw0cVtY3sKd9RfHb6NxJ2gUe5A';
const redact = (parameters: Record<string, string>, longest = 2000) =>
  redactedCanonicalString(new Map(Object.entries(parameters)), longest);

describe('a canonical string for other people than its sender', () => {
  it.each<[what: string, sent: Record<string, string>, shown: string]>([
    ['shows what is harmless', { b: '会 1', a: '' }, 'a=&b=%E4%BC%9A+1'],
    ['never has sign in it', { a: '1', sign: 'ab'.repeat(32) }, 'a=1'],
    [
      'has no signature under another name',
      { Sign: 'abc/+=', signature: 'ab' },
      'Sign=[left out]&signature=[left out]',
    ],
    ['has no access token', { access_token: 'short and odd', z: '1' }, 'access_token=[left out]&z=1'],
    [
      'has no token under another name',
      { accessToken: 'x', 'user token': 'y' },
      'accessToken=[left out]&user+token=[left out]',
    ],
    ['has no secret that was sent as one', { secret: 'x', app_secret: 'y' }, 'app_secret=[left out]&secret=[left out]'],
    [
      'has no secret in another parameter',
      { key: secret, title: `my ${secret}` },
      'key=[left out]&title=my+[left out]',
    ],
    [
      'has no secret next to other characters',
      { title: `会${secret}=${secret}x` },
      'title=%E4%BC%[left out]%[left out]',
    ],
    ['has no secret as a name', { [secret]: secret }, '[left out]=[left out]'],
    ['has no secret in hexadecimal digits', { a: Buffer.from(secret).toString('hex') }, 'a=[left out]'],
    ['has no secret in base64', { a: Buffer.from(secret).toString('base64') }, 'a=[left out]%3D'],
    ['has no secret as the number of an order', { out_order_id: secret }, 'out_order_id=[left out]'],
    ['shows the number of an order that is none', { out_order_id: 'ORDER-20210622' }, 'out_order_id=ORDER-20210622'],
    ['has no key of staff', { a: 'opk_' + secret, b: '-'.repeat(31) + '_' }, 'a=[left out]&b=[left out]'],
    ['is empty when nothing was sent', {}, ''],
  ])('%s', (_what, sent, shown) => {
    expect(redact(sent)).toBe(shown);
  });

  it('is cut where it is too long', () => {
    expect(redact({ a: '1234567890' }, 12)).toBe('a=1234567890');
    expect(redact({ a: '12345678901' }, 12)).toBe('a=123456789…');
  });

  it('is cut after the secrets are left out, so that no part of one is left', () => {
    const length = `title=my+${secret}`.length;
    for (let longest = 1; longest <= length; longest += 1) {
      expect(redact({ title: `my ${secret}` }, longest)).not.toMatch(/Zq/);
    }
  });

  it('is storable text of a bounded length, whatever was sent', () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const text = redactedCanonicalString(parameters, 100);
        expect(text.length).toBeLessThanOrEqual(100);
        expect(text).toMatch(/^[\x20-\x7E]*…?$/);
      }),
    );
  });
});

describe('an identifier', () => {
  it('is left out when it is a secret in the wrong place', () => {
    expect([leaveSecretsOut('plugtest'), leaveSecretsOut(secret)]).toEqual(['plugtest', '[left out]']);
  });
});
