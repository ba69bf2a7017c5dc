import { describe, expect, it } from 'vitest';
import { checkAvatar, checkHttpUrl, urlToCall } from '../../../src/rules/values/httpUrl.ts';

describe('a URL', () => {
  it.each([
    'http://example.com',
    'https://example.com/callback?from=platform&x=%20',
    'https://example.com:8443/回调',
    'https://例子.中国/',
    'http://127.0.0.1:9000/callback',
    'http://[::1]/callback',
  ])('may be %s', (url) => {
    expect(checkHttpUrl(url)).toBeUndefined();
  });

  it.each([
    { code: 'httpUrl', urls: ['example.com/callback', '/callback', 'ftp://example.com/', 'javascript:alert(1)'] },
    { code: 'httpUrl', urls: ['file:///etc/passwd', 'https:example.com/', 'https:/example.com/', 'http', '#'] },
    { code: 'urlWhiteSpace', urls: [' https://example.com/', 'https://example.com/a b', 'https://exam ple.com/'] },
    { code: 'urlWhiteSpace', urls: ['https://example.com/a\u00A0b', 'https://example.com/a\u3000b'] },
    { code: 'urlBackslash', urls: ['https://example.com\\@example.org/', 'https://example.com/a\\b'] },
    { code: 'urlBackslash', urls: ['https:\\\\example.com/'] },
    { code: 'urlUser', urls: ['https://user@example.com/', 'https://user:password@example.com/'] },
    {
      code: 'urlUser',
      urls: ['https://@example.com/', 'https://:@example.com/', 'https://example.com@example.org/#a'],
    },
    {
      code: 'urlFragment',
      urls: ['https://example.com/#fragment', 'https://example.com/#', 'https://example.com#a@b'],
    },
    { code: 'urlHost', urls: ['http://', 'https:///example.com/', 'https://exa%6Dple.com%2F/', 'http://a:b:80/'] },
    { code: 'urlHost', urls: ['http://[::1', 'http://[::g]/', 'https://?from=nowhere'] },
    { code: 'urlPort', urls: ['https://example.com:99999/', 'https://example.com:80a', 'http://[::1]:-1/'] },
  ])('is refused as $code: $urls', ({ code, urls }) => {
    for (const url of urls) expect(checkHttpUrl(url)).toEqual({ code });
  });

  it.each([
    { url: '', code: 'required' },
    { url: 'https://example.com/\n', code: 'controlCharacter' },
    { url: `https://example.com/${'x'.repeat(2029)}`, code: 'lengthBetween' },
  ])('is refused as $code before it is parsed', ({ url, code }) => {
    expect(checkHttpUrl(url)?.code).toBe(code);
  });

  it.each([
    { what: 'a zero-width space', unseen: '\u200B' },
    { what: 'a zero-width joiner', unseen: '\u200D' },
    { what: 'a left-to-right mark', unseen: '\u200E' },
    { what: 'a right-to-left override', unseen: '\u202E' },
    { what: 'a line separator', unseen: '\u2028' },
    { what: 'a word joiner', unseen: '\u2060' },
    { what: 'a blank of Braille', unseen: '\u2800' },
    { what: 'a right-to-left isolate', unseen: '\u2067' },
    { what: 'a soft hyphen', unseen: '\u00AD' },
    { what: 'a byte order mark', unseen: '\uFEFF' },
    { what: 'a combining grapheme joiner', unseen: '\u034F' },
    { what: 'a Hangul filler', unseen: '\u3164' },
    { what: 'a variation selector', unseen: '\uFE0F' },
    { what: 'a tag', unseen: '\u{E0041}' },
  ])('must not have $what, which nobody sees, and says which it is', ({ unseen }) => {
    const found = `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    for (const url of [
      `https://example.com/cb${unseen}`,
      `https://exa${unseen}mple.com/`,
      `${unseen}https://a.example`,
    ]) {
      expect(checkHttpUrl(url)).toEqual({ code: 'invisibleCharacter', found });
    }
  });

  it('may have 2048 characters', () => {
    expect(checkHttpUrl(`https://example.com/${'x'.repeat(2028)}`)).toBeUndefined();
  });

  it('of an avatar may be empty', () => {
    expect(checkAvatar('')).toBeUndefined();
    expect(checkAvatar('https://example.com/a.png')).toBeUndefined();
    expect(checkAvatar('a.png')).toEqual({ code: 'httpUrl' });
  });
});

describe('a URL is shown as it is called', () => {
  it.each([
    { given: 'https://example.com/callback?a=b&c=%20', called: 'https://example.com/callback?a=b&c=%20' },
    { given: 'https://example.com', called: 'https://example.com' },
    { given: 'https://example.com/回调?名=值', called: 'https://example.com/%E5%9B%9E%E8%B0%83?%E5%90%8D=%E5%80%BC' },
    { given: 'https://例子.中国/', called: 'https://xn--fsqu00a.xn--fiqs8s/' },
    { given: 'https://ехample.com/', called: 'https://xn--ample-ywe6i.com/' },
    { given: 'http://①②⑦.1/', called: 'http://127.0.0.1/' },
    { given: 'http://0x7f000001:8080/cb', called: 'http://127.0.0.1:8080/cb' },
    { given: 'HTTPS://Example.COM:443/CB', called: 'https://example.com/CB' },
    { given: 'https://example.com/a/../b', called: 'https://example.com/b' },
    { given: 'https://example.com/cb\u200B', called: 'https://example.com/cb%E2%80%8B' },
    { given: 'https://example.com./cb', called: 'https://example.com./cb' },
  ])('$given as $called', ({ given, called }) => {
    expect(urlToCall(given)).toBe(called);
    expect(urlToCall(called)).toBe(called);
  });
});
