import { describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../src/developerTool/sign/signRequest.ts';
import type { EndpointName } from '../../src/docs/documentedEndpoints.ts';
import { exampleCall } from '../../src/docs/exampleCall.ts';
import { sandboxEndpoints } from '../../src/rules/signing/sandboxEndpoints.ts';
import { testVectors } from '../support/testVectors.ts';
import { callTool, nowSeconds } from './callTool.ts';

describe('openplug sign', () => {
  it.each(testVectors.requests)('signs $case', async ({ method, path, secret, parameters, canonicalString, sign }) => {
    const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    const { code, out, err } = await callTool(['sign', '--json', '--secret', secret, ...pairs]);
    expect([code, err]).toEqual([0, '']);
    const signed = JSON.parse(out) as SignedRequest;
    expect(signed).toMatchObject({ method, canonicalString, sign, notes: [] });
    const address = `http://127.0.0.1:3000${path}`;
    const form = `${canonicalString}&sign=${sign}`;
    expect(signed.curl).toBe(method === 'GET' ? `curl '${address}?${form}'` : `curl '${address}' --data-raw '${form}'`);
  });

  it('shows each step to a person, and adds the present time', async () => {
    const { out } = await callTool(['sign', 'plugin_id=plugtest', `access_token=${'a'.repeat(32)}`]);
    const canonical = `access_token=${'a'.repeat(32)}&plugin_id=plugtest&timestamp=${nowSeconds}`;
    expect(out.split('\n')).toEqual([
      '1. Canonical string: all parameters but sign, by name in byte order, form-encoded',
      `   ${canonical}`,
      '2. Signature: HMAC-SHA-256 of that with the secret, in hexadecimal digits',
      expect.stringMatching(/^ {3}[0-9a-f]{64}$/),
      '3. Request: GET, with sign as one more parameter',
      expect.stringContaining(`   curl 'http://127.0.0.1:3000/baseinfo?${canonical}&sign=`),
      '',
      'The timestamp is the present time: the request is good for ten minutes.',
    ]);
  });

  it('notes what the service would refuse all the same', async () => {
    const { code, out } = await callTool(['sign', '--json', 'title=x', 'total_fee=1.00']);
    expect(code).toBe(0);
    expect((JSON.parse(out) as SignedRequest).notes).toEqual([
      'POST /goods requires plugin_id; add plugin_id=…',
      'POST /goods requires access_token; add access_token=…',
      expect.stringContaining('total_fee must be a whole number from 1 to 2147483647'),
    ]);
  });

  it.each(Object.entries(sandboxEndpoints))('signs a call of the address of %s', async (name, { path }) => {
    const { sign, ...parameters } = exampleCall(name as EndpointName);
    const pairs = Object.entries(parameters).map(([one, value]) => `${one}=${value}`);
    const { out } = await callTool(['sign', '--json', '--url', `https://api.example.com/v1${path}`, ...pairs]);
    const signed = JSON.parse(out) as SignedRequest;
    expect(signed).toMatchObject({ method: 'POST', url: `https://api.example.com/v1${path}`, sign, notes: [] });
    expect(signed.curl).toBe(`curl '${signed.url}' --data-raw '${signed.canonicalString}&sign=${sign}'`);
  });

  it('notes that one of two parameters is required', async () => {
    const given = ['order_id=a', 'attempt=1', 'lease=b', 'plugin_id=plugtest'];
    const { out } = await callTool(['sign', '--json', ...given]);
    expect((JSON.parse(out) as SignedRequest).notes).toEqual([
      expect.stringContaining('http_status is required unless failure is given.'),
    ]);
  });

  it('notes what a path of the sandbox would refuse', async () => {
    const given = [`access_token=${'a'.repeat(32)}`, 'out_order_id=A-1', 'plugin_id=plugtest'];
    const { out } = await callTool(['sign', '--json', '--url', 'https://api.example.com/sandbox/orders', ...given]);
    expect((JSON.parse(out) as SignedRequest).notes).toEqual([
      'POST /sandbox/orders requires goods_id; add goods_id=…',
      expect.stringContaining('out_order_id must be 6 to 64 characters long.'),
    ]);
  });

  it.each([
    ['https://api.example.com/v1/', 'https://api.example.com/v1/goods'],
    ['https://api.example.com/v1/goods', 'https://api.example.com/v1/goods'],
    [`https://api.example.com/it's`, `https://api.example.com/it'\\''s/goods`],
  ])('calls %s by %s', async (url, called) => {
    const { out } = await callTool(['sign', '--json', '--url', url, 'title=x']);
    expect((JSON.parse(out) as SignedRequest).curl).toContain(`curl '${called}' --data-raw`);
  });
});
