import { gzipSync } from 'node:zlib';
import { requestText } from '../support/rawRequest.ts';
import { signatureOf } from '../support/signedRequest.ts';

export interface FuzzRequest {
  /** One of a few names, for the count. */
  endpoint: string;
  bytes: Buffer;
  /** It must be answered with 200 and, if it is a developer's, a signature that verifies. */
  isValid: boolean;
  /** The caller goes away right after sending. */
  closesEarly: boolean;
}

export interface Caller {
  pluginId: string;
  secret: string;
  accessToken: string;
  orderId: string;
  key: string;
}

type Random = () => number;

const developerPaths = ['/baseinfo', '/payments/record', '/goods'] as const;
const staffPaths = ['/graphql', '/healthz', '/readyz', '/metrics', '/nowhere'] as const;

/** Valid requests, nearly valid ones and hostile ones, over all paths. */
export function fuzzRequest(random: Random, caller: Caller): FuzzRequest {
  const path = pick(random, [...developerPaths, ...developerPaths, ...staffPaths]);
  const draw = random();
  const closesEarly = random() < 0.02;
  if (draw < 0.3) return { ...validRequest(path, caller), endpoint: path, isValid: !closesEarly, closesEarly };
  const bytes = draw < 0.6 ? flipped(random, validRequest(path, caller).bytes) : hostileRequest(random, path, caller);
  return { endpoint: path, bytes, isValid: false, closesEarly };
}

function validRequest(path: string, { pluginId, secret, accessToken, orderId, key }: Caller) {
  const common = { plugin_id: pluginId, timestamp: Math.floor(Date.now() / 1000) };
  const get = (parameters: Record<string, string | number>) => ({
    bytes: requestText(`GET ${path}?${query(secret, parameters)} HTTP/1.1`, closing),
  });
  if (path === '/baseinfo') return get({ ...common, access_token: accessToken });
  if (path === '/payments/record') return get({ ...common, out_order_id: orderId });
  if (path === '/goods') {
    const body = query(secret, { ...common, access_token: accessToken, title: 'Fuzz', total_fee: 100, pay_limit: 0 });
    return { bytes: requestText('POST /goods HTTP/1.1', [...closing, form], body) };
  }
  if (path === '/graphql') {
    const body = JSON.stringify({ query: '{ plugins(first: 1) { edges { node { id } } } }' });
    return { bytes: requestText('POST /graphql HTTP/1.1', [...closing, json, `Authorization: Bearer ${key}`], body) };
  }
  const headers = path === '/metrics' ? [...closing, `Authorization: Bearer ${key}`] : closing;
  return { bytes: requestText(`GET ${path} HTTP/1.1`, headers) };
}

const closing = ['Connection: close'];
const form = 'Content-Type: application/x-www-form-urlencoded';
const json = 'Content-Type: application/json';

/** One byte of a good request is another one. */
function flipped(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[Math.floor(random() * copy.length)]! ^= 1 << Math.floor(random() * 8);
  return copy;
}

function hostileRequest(random: Random, path: string, caller: Caller): Buffer {
  const now = Math.floor(Date.now() / 1000);
  const base = { plugin_id: caller.pluginId, access_token: caller.accessToken };
  const at = (timestamp: number | string) =>
    requestText(`GET ${path}?${query(caller.secret, { ...base, timestamp })} HTTP/1.1`, closing);
  const post = (headers: string[], body: string | Buffer) =>
    requestText(`POST ${path} HTTP/1.1`, [...closing, ...headers], body);
  const authorization = `Authorization: Bearer ${caller.key}`;
  const noise = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 300) }, () => Math.floor(random() * 256)));
  const makers: (() => Buffer)[] = [
    () => at(now + pick(random, [-601, -600, -599, 599, 600, 601])),
    () => at(pick(random, ['', '-1', '1e9', '9'.repeat(400), '0x10', '٣', 'NaN'])),
    () => noise,
    () => post([json], '['.repeat(8_000)),
    () => post([json, authorization], `{"query":"${'{a'.repeat(3_000)}"}`),
    () => post([json, authorization], JSON.stringify({ query: noise.toString('latin1'), variables: { a: null } })),
    () => post([json, authorization], '[{"query":"{__typename}"},{"query":"{__typename}"}]'),
    () => post([json], '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"plugin_id":"__proto__"}'),
    () => post([form], '__proto__[a]=1&constructor=2&plugin_id=%&%ZZ=%C0%80&a%00b=c'),
    () => post([form], noise),
    () => post([json], 'x'.repeat(100_000)),
    () => post([json, 'Content-Encoding: gzip'], gzipSync(Buffer.alloc(2_000_000))),
    () => post([json, 'Content-Encoding: gzip'], noise),
    () =>
      post(
        ['Content-Type: multipart/form-data; boundary=x'],
        `--x\r\nContent-Disposition: form-data\r\n\r\n${noise.toString('latin1')}`,
      ),
    () => post([`Content-Type: ${pick(random, ['text/plain', 'application/json; charset=utf-7', ';', ''])}`], noise),
    () => requestText(`GET ${path}?${'a=b&'.repeat(1_500)} HTTP/1.1`, closing),
    () => requestText(`GET ${path}?a=${'%41'.repeat(4_000)} HTTP/1.1`, closing),
    () => requestText(`GET ${path}/%2e%2e/%00?%=% HTTP/1.1`, closing),
    () =>
      requestText(`${pick(random, ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'BREW'])} ${path} HTTP/1.1`, closing),
    () => requestText(`GET ${path} HTTP/1.1`, [...closing, `X-Junk: ${'j'.repeat(20_000)}`]),
    () => requestText(`GET ${path} HTTP/1.1`, [...closing, `Authorization: Bearer ${'k'.repeat(3_000)}`]),
    () => requestText(`GET ${path} HTTP/1.1`, [...closing, 'Transfer-Encoding: chunked', 'Content-Length: 3'], 'abc'),
    () => Buffer.concat([requestText(`GET ${path} HTTP/1.1`), requestText(`GET ${path}?a HTTP/1.1`, closing)]),
  ];
  return pick(random, makers)();
}

function query(secret: string, parameters: Record<string, string | number>): string {
  const entries = Object.entries({ ...parameters, sign: signatureOf(secret, parameters) });
  return new URLSearchParams(entries).toString();
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}
