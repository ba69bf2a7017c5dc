import { describe, expect, it } from 'vitest';
import { findMistakeIn, signatureMistakes } from '../../../src/rules/callbacks/signatureMistakes.ts';
import { sign } from '../../../src/rules/signing/signature.ts';
import { testCallbackRecord } from '../../../src/rules/callbacks/testCallbackRecord.ts';

const record = testCallbackRecord('abcd1234', new Date('2021-06-22T02:37:15.999Z'), 'Asia/Shanghai');
const sorted = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
const secret = 's'.repeat(32);

function mistakeOf(hashed: string): string | undefined {
  const found = findMistakeIn(`expected ${sign(hashed, secret).toUpperCase()}`, record, ['x'.repeat(32), secret]);
  return found?.sentences.map(({ text }) => text).join(' ');
}

function joined(
  encode: (text: string) => string,
  fields = sorted.map(([name, value]) => [name, String(value)]),
): string {
  return fields.map(([name, value]) => `${encode(name!)}=${encode(value!)}`).join('&');
}

describe('the mistake of a receiver that shows the signature it expected', () => {
  it('is named when it used URLSearchParams', () => {
    const params = new URLSearchParams();
    for (const [name, value] of sorted) params.set(name, String(value));
    expect(mistakeOf(params.toString())).toBe(
      "The receiver encodes as URLSearchParams, Java's URLEncoder or Ruby's encode_www_form does. To correct it, " +
        'replace * by %2A before hashing.',
    );
  });

  it('is named when it used encodeURIComponent', () => {
    expect(mistakeOf(joined(encodeURIComponent))).toMatch(/^The receiver encodes as encodeURIComponent does\./);
  });

  it('is named when it did not encode at all', () => {
    expect(mistakeOf(joined((text) => text))).toMatch(/^The receiver does not encode the values\./);
  });

  it('is named when it left out what was empty', () => {
    const given = sorted.filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]);
    const asPhp = (text: string) => new URLSearchParams({ '': text }).toString().slice(1).replaceAll('*', '%2A');
    expect(mistakeOf(joined(asPhp, given))).toMatch(/^The receiver leaves out empty values/);
    const trimmed = given.map(([name, value]) => [name!, value!.trim()]);
    expect(mistakeOf(joined(asPhp, trimmed))).toMatch(/^The receiver trims values/);
  });

  it('is not made up when there is none, or another', () => {
    expect(mistakeOf('something else')).toBeUndefined();
    expect(findMistakeIn('wrong signature', record, [secret])).toBeUndefined();
  });
});

describe('the test message', () => {
  it('is hashed differently by each mistake, and by a receiver that makes none', () => {
    const right = joined((text) => new URLSearchParams({ '': text }).toString().slice(1).replaceAll('*', '%2A'));
    const texts = [right, ...signatureMistakes.map(({ hashed }) => hashed(record))];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
