import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf } from '../support/signedRequest.ts';
import * as operations from './generated/operations.ts';

type Given = Record<string, string>;
const timestamp = String(exampleTime.getTime() / 1000);
const token = 'T'.repeat(32);
let service: TestService;
let developer: Developer;
/** Its first secret has expired, the second is in overlap, the third is current. */
let secrets: [string, string, string];

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  const reset = async (overlapSeconds: number) => {
    const input = { pluginId: developer.pluginId, overlapSeconds };
    return (await service.admin(operations.ResetPluginSecretDocument, { input })).resetPluginSecret.secret;
  };
  secrets = [developer.secret, await reset(0), await reset(3600)];
});
afterAll(() => service.stop());

const listed = (parameters: Given) => Object.entries(parameters).map(([name, value]) => ({ name, value }));
const record = () => ({ plugin_id: developer.pluginId, timestamp, out_order_id: 'ORDER-0001' });

async function diagnose(given: Partial<operations.DiagnoseSignatureInput> & { of?: Given }) {
  const { of = record(), ...rest } = given;
  const input = { pluginId: developer.pluginId, sign: 'ab'.repeat(32), parameters: listed(of), ...rest };
  return (await service.admin(operations.DiagnoseSignatureDocument, { input })).diagnoseSignature;
}

async function codesOf(given: Parameters<typeof diagnose>[0]) {
  const { valid, findings } = await diagnose(given);
  return [valid, ...findings.map(({ code }) => code)];
}

describe('the diagnosis of a signature', () => {
  it.each<[which: string, at: 1 | 2, also: string[]]>([
    ['newest', 2, []],
    ['overlapping', 1, ['MATCHES_PREVIOUS_SECRET']],
  ])('is that it is right, with the %s secret', async (_which, at, also) => {
    const sign = signatureOf(secrets[at], record());
    expect(await codesOf({ sign })).toEqual([true, 'MATCHES_CANONICAL', ...also]);
    const { canonicalString } = await diagnose({ sign });
    expect(canonicalString).toBe(`out_order_id=ORDER-0001&plugin_id=${developer.pluginId}&timestamp=${timestamp}`);
  });

  it('names the secret that has expired', async () => {
    expect(await codesOf({ sign: signatureOf(secrets[0], record()) })).toEqual([false, 'MATCHES_PREVIOUS_SECRET']);
  });

  it('names mistakes in the string, with or without it', async () => {
    const signedString = `plugin_id=${developer.pluginId}&timestamp=${timestamp}&out_order_id=ORDER-0001`;
    const sign = createHmac('sha256', secrets[2]).update(signedString).digest('base64');
    const expected = [false, 'NOT_SORTED', 'BASE64_INSTEAD_OF_HEX'];
    expect(await codesOf({ sign })).toEqual(expected);
    expect(await codesOf({ sign, signedString })).toEqual(expected);
    expect(await codesOf({ sign, signedString: null })).toEqual(expected);
  });

  it('names an address that was signed too, when it is given', async () => {
    const url = 'https://api.example.com/gateway/payments/record';
    const right = `out_order_id=ORDER-0001&plugin_id=${developer.pluginId}&timestamp=${timestamp}`;
    const sign = createHmac('sha256', secrets[2]).update(`${url}?${right}`).digest('hex');
    const [named] = (await diagnose({ sign, url })).findings;
    expect(named?.message).toContain('contains the method or the address');
    const [unnamed] = (await diagnose({ sign, url: null })).findings;
    expect(unnamed?.message).toContain('ask for the exact string that was signed, or for the URL that is called');
  });

  it('is that nothing explains it', async () => {
    expect(await codesOf({})).toEqual([false, 'UNEXPLAINED']);
  });

  it('agrees with what the service answers', async () => {
    for (const secret of [...secrets, 'wrong']) {
      const parameters = { plugin_id: developer.pluginId, timestamp, access_token: developer.accessToken };
      const sign = signatureOf(secret, parameters);
      const { status } = await call(service.url, 'GET', '/baseinfo', { ...parameters, sign });
      expect((await diagnose({ of: parameters, sign })).valid).toBe(status === 200);
    }
  });

  it.each<Given>([{ total_fee: '1e2' }, { title: 'x'.repeat(60) }, { pay_limit: '-1' }, { access_token: 'short' }])(
    'says of a rightly signed value what the service answers: %j',
    async (wrong) => {
      const goods = { title: 'Gold', total_fee: '100', access_token: developer.accessToken };
      const parameters = { plugin_id: developer.pluginId, timestamp, ...goods, ...wrong };
      const sign = signatureOf(secrets[2], parameters);
      const { status, body } = await call(service.url, 'POST', '/goods', { ...parameters, sign });
      const [name] = Object.keys(wrong);
      const { valid, findings } = await diagnose({ of: parameters, sign });

      expect(status).toBe(422);
      expect([valid, ...findings.map(({ code }) => code)]).toEqual([true, 'MATCHES_CANONICAL', 'PARAMETER_INVALID']);
      expect(findings[1]!.message).toContain(`${status}, however it is signed: ${body.errors![name!]![0]}`);
    },
  );

  it('is of the time of the service', async () => {
    const late = { ...record(), timestamp: String(Number(timestamp) - 600) };
    const sign = signatureOf(secrets[2], late);
    expect(await codesOf({ of: late, sign })).toEqual([false, 'MATCHES_CANONICAL', 'TIMESTAMP_OUTSIDE_WINDOW']);
  });

  it.each<[endpoint: string, sent: Given, missing: string[]]>([
    ['/payments/record', { out_order_id: 'ORDER-0001' }, []],
    ['/goods', { title: 'Gold', access_token: token }, ['total_fee']],
    ['/goods', { total_fee: '1' }, ['access_token', 'title']],
    ['/baseinfo', {}, ['access_token']],
    ['/baseinfo', { access_token: token }, []],
    ['/sandbox/users', { nickname: 'Ming' }, []],
    ['/sandbox/orders', { goods_id: 'a' }, ['access_token']],
    ['/sandbox/answers', { order_id: 'a', attempt: '1' }, ['lease']],
  ])('names what is missing for %s in %j', async (_endpoint, sent, missing) => {
    const parameters = { plugin_id: developer.pluginId, timestamp, ...sent };
    const { valid, findings } = await diagnose({ of: parameters, sign: signatureOf(secrets[2], parameters) });
    const named = findings.filter(({ code }) => code === 'PARAMETER_MISSING').map(({ message }) => message);
    expect(named).toEqual(missing.map((name) => expect.stringContaining(`"${name}"`)));
    expect(valid).toBe(missing.length === 0);
  });

  it.each<[path: string, sent: Given, missing: string[]]>([
    ['/sandbox/users', {}, []],
    ['/sandbox/callbacks', {}, []],
    ['/sandbox/payments', { out_order_id: 'A-2021' }, []],
    ['/sandbox/orders', { out_order_id: 'A-2021' }, ['access_token', 'goods_id']],
    ['/baseinfo', { out_order_id: 'A-2021' }, ['access_token']],
  ])('names what is missing for the path that was called: %s in %j', async (path, sent, missing) => {
    const parameters = { plugin_id: developer.pluginId, timestamp, ...sent };
    const sign = signatureOf(secrets[2], parameters);
    for (const url of [`https://api.example.com${path}`, path]) {
      const { valid, findings } = await diagnose({ of: parameters, sign, url });
      const named = findings.filter(({ code }) => code === 'PARAMETER_MISSING').map(({ message }) => message);
      expect(named).toEqual(missing.map((name) => expect.stringMatching(`"${name}" is required by [A-Z]+ ${path},`)));
      expect(valid).toBe(missing.length === 0);
    }
  });

  it('is not that it is right when the parameters name another plugin', async () => {
    const parameters = { ...record(), plugin_id: 'other123' };
    expect(await codesOf({ of: parameters, sign: signatureOf(secrets[2], parameters) })).toEqual([
      false,
      'MATCHES_CANONICAL',
      'UNEXPLAINED',
    ]);
  });
});

describe('half a character', () => {
  it.each<[where: string, given: Parameters<typeof diagnose>[0]]>([
    ['a name', { of: { '\ud800': 'x' } }],
    ['a value', { of: { timestamp, attach: 'a\udc00b' } }],
    ['the timestamp', { of: { timestamp: '\ud83d' } }],
    ['the signature', { sign: '\ud800'.repeat(64) }],
    ['the signed string', { signedString: `attach=\ud800&timestamp=${timestamp}` }],
    ['everything', { of: { '\ud800': '\udc00' }, sign: '\ud83d', signedString: '\udc00=\ud800' }],
  ])('in %s is diagnosed', async (_where, given) => {
    expect(await codesOf(given)).toEqual(expect.arrayContaining([false, 'UNEXPLAINED']));
  });

  it('in the plugin is refused', async () => {
    await expect(diagnose({ pluginId: '\ud800' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { pluginId: ['pluginId must be well-formed Unicode, without lone surrogates.'] },
    });
  });
});

describe('what is refused', () => {
  it('is a plugin that does not exist', async () => {
    await expect(diagnose({ pluginId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, '']));
  it.each<[what: string, given: Parameters<typeof diagnose>[0], field: string]>([
    ['too many parameters', { of: many(101) }, 'parameters'],
    ['a long value', { of: { a: '会'.repeat(2800) } }, 'input'],
    ['a long name', { of: { ['a'.repeat(9000)]: '' } }, 'input'],
    ['a long signature', { sign: 'a'.repeat(9000) }, 'input'],
    ['a long string', { signedString: 'a'.repeat(9000) }, 'input'],
    ['a long URL', { url: 'a'.repeat(9000) }, 'input'],
    ['much text in several places', { of: { a: 'a'.repeat(4096) }, signedString: 'a'.repeat(4096) }, 'input'],
    ['an odd plugin', { pluginId: 'a\0b' }, 'pluginId'],
  ])('is %s', async (_what, given, field) => {
    const refusal = diagnose(given).catch(({ code, fields }: { code: string; fields: object }) => [
      code,
      Object.keys(fields),
    ]);
    expect(await refusal).toEqual(['BAD_USER_INPUT', [field]]);
  });

  it('is whoever has no key', async () => {
    const input = { pluginId: developer.pluginId, sign: '', parameters: [] };
    const asked = adminClient(service.url, 'nothing')(operations.DiagnoseSignatureDocument, { input });
    await expect(asked).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('the longest allowed input', () => {
  const odd = ` ~*!'()会`;
  it.each<[what: string, parameters: Given]>([
    ['no text', {}],
    ['one value', { a: 'a'.repeat(7900) }],
    ['one odd value', { a: odd.repeat(790) }],
    ['18 odd values', Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`p${at}`, odd.repeat(43)]))],
    ['98 odd values', Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`p${at}`, odd.repeat(7)]))],
    ['98 empty values', Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`p${at}`, '']))],
    ['escapes', Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`p${at}`, '%25'.repeat(650)]))],
    ['half characters and NUL', { a: '\ud800\0'.repeat(1900) }],
  ])('of %s keeps others waiting for a moment only', async (_what, parameters) => {
    for (const signedString of [null, 'something=else']) {
      const before = process.cpuUsage();
      const { valid } = await diagnose({ of: parameters, signedString });
      const { user, system } = process.cpuUsage(before);
      expect(valid).toBe(false);
      // A twentieth of it, on a machine that does nothing else.
      expect((user + system) / 1000).toBeLessThan(1000);
    }
  });
});

it('never tells a secret, or the signature that would be right', async () => {
  const seen: unknown[] = [];
  for (const secret of [...secrets, 'wrong']) {
    for (const of of [record(), { ...record(), sign: 'x' }, { plugin_id: developer.pluginId }]) {
      for (const sign of ['', 'ab'.repeat(32), signatureOf(secret, { a: '1' })]) {
        seen.push(await diagnose({ of, sign }), await diagnose({ of, sign, signedString: 'a=1' }));
      }
    }
  }
  const text = JSON.stringify([seen, service.logged]).toLowerCase();
  for (const secret of secrets) {
    const rightOnes = [record(), { plugin_id: developer.pluginId }].map((of) => signatureOf(secret, of));
    for (const hidden of [secret, ...rightOnes]) expect(text).not.toContain(hidden.toLowerCase());
  }
});
