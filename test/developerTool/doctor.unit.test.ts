import { describe, expect, it } from 'vitest';
import { readRequest } from '../../src/developerTool/doctor/readRequest.ts';
import { splitShellWords } from '../../src/developerTool/doctor/splitShellWords.ts';
import { documentedEndpoints, type EndpointName } from '../../src/docs/documentedEndpoints.ts';
import { exampleCall } from '../../src/docs/exampleCall.ts';
import { testVectors } from '../support/testVectors.ts';
import { callTool, nowSeconds } from './callTool.ts';

const goods = testVectors.requests.find(({ case: name }) => name.includes('every mark'))!;
const form = `${goods.canonicalString}&sign=${goods.sign}`;
const sent = { ...goods.parameters, sign: goods.sign };

function asMap(pasted: string): Record<string, string> {
  return Object.fromEntries(readRequest(pasted).parameters.map(({ name, value }) => [name, value]));
}

describe('openplug doctor reads', () => {
  it.each([
    ['a URL', `https://api.example.com/goods?${form}#top`],
    ['a target with its method', `POST /goods?${form} HTTP/1.1`],
    ['a raw request with its headers', `POST /goods?${form} HTTP/1.1\r\nHost: api.example.com\r\n\r\n`],
    ['a raw request with a form', `POST /goods HTTP/1.1\nHost: api.example.com\n\n${form}\n`],
    ['a raw request with JSON', `POST /goods HTTP/1.1\nHost: x\n\n${JSON.stringify(sent)}`],
    ['a form', form],
    ['the JSON of a body', JSON.stringify(sent)],
    ['curl with a quoted URL', `$ curl -sS -XPOST 'https://api.example.com/goods?${form}' | jq .`],
    ['curl with data', `curl https://api.example.com/goods \\\n  --data-raw "${form.replaceAll('$', String.raw`\$`)}"`],
    ['curl with data in pieces', `curl -d '${form.split('&').join(`' -d '`)}' https://api.example.com/goods; echo`],
    ['curl with -G', `curl -sG 'https://api.example.com/goods' -d '${form}'`],
    [
      'curl with --data-urlencode',
      `curl https://api.example.com/goods ${Object.entries(sent)
        .map(([name, value]) => `--data-urlencode '${name}=${value.replaceAll("'", String.raw`'\''`)}'`)
        .join(' ')}`,
    ],
    [
      'curl with -F',
      `curl https://api.example.com/goods ${Object.entries(sent)
        .map(([name, value]) => `-F $'${name}=${value.replaceAll("'", String.raw`\'`)}'`)
        .join(' ')}`,
    ],
    [
      'curl with JSON',
      `curl https://api.example.com/goods -H 'Content-Type: application/json' -d $'${JSON.stringify(sent).replaceAll("'", String.raw`\'`)}'`,
    ],
  ])('%s', (_form, pasted) => {
    expect(asMap(pasted)).toEqual(sent);
  });

  it.each([
    [`curl 'https://x/?a=1`, /every quote of the pasted line to be closed/],
    [`curl https://x/?a=1&b=2`, /expected quotes around the URL: at a bare & the shell ends the command/],
    [`curl "https://x/?a=$TOKEN"`, /the shell would replace: \$TOKEN/],
    ['curl https://x/?a=`date`', /the shell would replace: `date`/],
    [`curl -d @body.json https://x/`, /names a file: @body.json/],
    [`curl -d`, /expected a value after -d/],
    [`curl -d a=1`, /expected a URL in the pasted line/],
    [`curl https://x/ https://y/`, /expected one URL/],
    [`https://x/?a=%zz`, /a % is not followed by two digits/],
    [`{"a":`, /cannot be read as JSON/],
    [`{"resource":{},"sign":"x"}`, /use `openplug verify`/],
    [`https://x/`, /it has none/],
    [`fetch('http://x/goods?a=1&sign=2')`, /expected a line of curl, a URL/],
    [`requests.get("http://x/goods?a=1")`, /expected a line of curl, a URL/],
  ])('nothing from %s, and says what was expected', async (pasted, message) => {
    const { code, out, err } = await callTool(['doctor', pasted]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('words as a shell does', () => {
    const line = String.raw`a 'b c'"d \"e\" \n"\ f $'g\n\x41\u00e9' "" ; h`;
    expect(splitShellWords(line)).toEqual(['a', String.raw`b cd "e" \n f`, 'g\nAé', '']);
  });
});

describe('openplug doctor', () => {
  it('finds nothing wrong with a right request', async () => {
    const { code, out, err } = await callTool(['doctor', '--secret', goods.secret], { input: form });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Signature and time are right\.\n\nMATCHES_CANONICAL\n {2}The signature is right/);
  });

  it.each(Object.entries(documentedEndpoints))('finds nothing wrong with a right call of %s', async (name, rules) => {
    const parameters = Object.entries(exampleCall(name as EndpointName)).map(([one, value]) => [one, String(value)]);
    const query = new URLSearchParams(Object.fromEntries(parameters) as Record<string, string>).toString();
    const address = `https://api.example.com${rules.path}`;
    const pasted = rules.method === 'GET' ? `curl '${address}?${query}'` : `curl -d '${query}' ${address}`;
    const { code, out } = await callTool(['doctor', '--json', pasted]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { findings: [{ code: 'MATCHES_CANONICAL' }] }]);
  });

  it('names what a path of the sandbox requires', async () => {
    const { out } = await callTool(['doctor', '/sandbox/answers?order_id=a&lease=b&nickname=c']);
    expect(out).toContain('The parameter "attempt" is required by POST /sandbox/answers, but it is not among');
    expect(out).not.toContain('access_token');
  });

  it('names the mistake, and shows the right string and signature', async () => {
    const unsorted = form.replace(goods.sign, 'f'.repeat(64));
    const { code, out } = await callTool(['doctor', '--secret', goods.secret, unsorted]);
    expect(code).toBe(1);
    expect(out).toMatch(/^The service would refuse this request\.\n\nUNEXPLAINED/);
    expect(out).toContain(goods.canonicalString);
    expect(out).toContain(goods.sign);
  });

  it.each(['Gold coins', 'Gold ~ coins', 'Gold * coins', "Gold ~*!'() coins"])(
    'does not call five short parameters many or long when nothing explains the signature: %s',
    async (title) => {
      const parameters = {
        plugin_id: 'plugtest',
        title,
        total_fee: '100',
        pay_limit: '0',
        timestamp: String(nowSeconds),
      };
      const { out } = await callTool(['doctor', JSON.stringify({ ...parameters, sign: 'f'.repeat(64) })]);
      expect(out).toContain('No known secret explains the signature, with none of the usual mistakes.');
      expect(out).not.toContain('so many or so long');
    },
  );

  it('says that not everything was tried when parameters are long', async () => {
    const title = "~ *!'()测试".repeat(1500);
    const { out } = await callTool(['doctor', JSON.stringify({ plugin_id: 'plugtest', title, sign: 'f'.repeat(64) })]);
    expect(out).toContain('The parameters are so many or so long');
  });

  it('judges an old request at its own time with --at, and says how old it is without', async () => {
    const old = await callTool(['doctor', '--json', '--at', String(nowSeconds + 5000), form]);
    expect([old.code, old.out]).toEqual([1, expect.stringContaining('TIMESTAMP_OUTSIDE_WINDOW')]);
    expect((await callTool(['doctor', '--json', '--at', String(nowSeconds), form])).code).toBe(0);
  });

  it('says which JSON values are refused', async () => {
    const { code, out } = await callTool(['doctor', '--json', JSON.stringify({ ...sent, tags: ['x'] })]);
    expect(code).toBe(1);
    expect(out).toContain('The service answers 422: \\"tags\\" must be a string or a number in decimal notation.');
  });
});
