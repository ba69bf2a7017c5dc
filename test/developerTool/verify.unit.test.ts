import { describe, expect, it } from 'vitest';
import type { MessageReport } from '../../src/developerTool/messages/verifyMessage.ts';
import { testVectors } from '../support/testVectors.ts';
import { callTool } from './callTool.ts';

const [first] = testVectors.messages.filter(({ kind, genuine }) => kind === 'callback' && genuine);
const { resource, sign } = JSON.parse(first!.body) as { resource: Record<string, unknown>; sign: string };

describe('openplug verify', () => {
  it.each(testVectors.messages)('finds $case genuine: $genuine', async (vector) => {
    const header = vector.previousSign === '' ? [] : ['--previous-sign', vector.previousSign];
    const args = ['verify', '--json', '--secret', vector.secrets.join(','), ...header];
    const { code, out } = await callTool(args, { input: vector.body });
    expect(code).toBe(vector.genuine ? 0 : 1);
    const { isGenuine, canonicalString } = JSON.parse(out) as MessageReport;
    expect({ isGenuine, canonicalString }).toEqual({
      isGenuine: vector.genuine,
      canonicalString: vector.canonicalString,
    });
  });

  it('reads a file, and the head of an HTTP message before the body', async () => {
    const vector = testVectors.messages.find(({ previousSign, genuine }) => previousSign !== '' && genuine)!;
    const head = `POST /callback HTTP/1.1\r\nOpenplug-Previous-Sign: ${vector.previousSign}\r\n\r\n`;
    const files = { 'callback.txt': head + vector.body };
    const { code, out } = await callTool(['verify', '--secret', vector.secrets[0]!, 'callback.txt'], { files });
    expect(code).toBe(0);
    expect(out).toMatch(/^Genuine\.\nIt is verified by Openplug-Previous-Sign/);
  });

  it('says which of several secrets signed it, and shows none', async () => {
    const { out } = await callTool(['verify', '--secret', `${'x'.repeat(32)},${first!.secrets[0]!}`], {
      input: first!.body,
    });
    expect(out).toBe('Genuine. It is signed with secret 2 of 2.');
  });

  it('shows the text to hash and its signature when they differ', async () => {
    const { code, out } = await callTool(['verify'], { input: JSON.stringify({ resource, sign: '0'.repeat(64) }) });
    expect(code).toBe(1);
    expect(out).toContain('Not genuine.\nEither the secret is not the one of this plugin');
    expect(out).toContain(first!.canonicalString);
    expect(out).toContain(sign);
  });

  it.each([
    ['a framework took null for empty text', { ...resource, out_order_id: null }, /but out_order_id came as something/],
    ['a framework left out empty fields', { ...resource, out_order_id: undefined }, /^out_order_id missing: empty/m],
    ['something added a field', { ...resource, source: 'gateway' }, /The service sends no field source/],
  ])('explains that %s', async (_case, changed, explanation) => {
    const { code, out } = await callTool(['verify'], { input: JSON.stringify({ resource: changed, sign }) });
    expect(code).toBe(1);
    expect(out).toMatch(explanation);
  });

  it.each([
    ['<html>', /expected JSON/],
    ['[1]', /expected a JSON object, \{"resource": \{…\}, "sign": "…"\}/],
    ['{"message":"x"}', /an answer that has only a message is not signed/],
    ['{"resource":[]}', /expected an object "resource"/],
    ['{"resource":{}}', /expected a text "sign"/],
    [`{"a":"${'x'.repeat(300_000)}"}`, /more than 256 Ki characters/],
  ])('says what was expected instead of %.20s', async (input, message) => {
    const { code, out, err } = await callTool(['verify'], { input });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });
});
