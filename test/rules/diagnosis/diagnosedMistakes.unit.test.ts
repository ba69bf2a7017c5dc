import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeAs } from '../signing/libraryEncodings.ts';
import { claim, diagnose, expired, type Given, php, rfc3986, secret } from './signatureClaims.ts';

type Pairs = [name: string, value: string][];

/** A developer's program, in the steps in which such programs sign. */
interface Program {
  choose(pairs: Pairs): Pairs;
  order(pairs: Pairs): Pairs;
  encode(value: string): string;
  join(pairs: Pairs): string;
  finish(text: string): string;
  key: string;
  digest(text: string, key: string): Buffer;
  write(digest: Buffer): string;
}

const correct: Program = {
  choose: (pairs) => pairs,
  order: (pairs) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  encode: (value) => encodeAs(php, value),
  join: (pairs) => pairs.map((pair) => pair.join('=')).join('&'),
  finish: (text) => text,
  key: secret,
  digest: (text, key) => createHmac('sha256', key).update(text).digest(),
  write: (digest) => digest.toString('hex'),
};

interface Mistake {
  did: string;
  code: string;
  made: Partial<Program>;
  /** Explained when it is made alone. */
  isSeldom?: boolean;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const mistakes: Mistake[] = [
  { did: 'not sorted', code: 'NOT_SORTED', made: { order: (pairs) => pairs } },
  {
    did: 'sorted the other way',
    code: 'NOT_SORTED',
    made: { order: (pairs) => pairs.toSorted(([a], [b]) => (a > b ? -1 : 1)) },
    isSeldom: true,
  },
  {
    did: 'sorted by value',
    code: 'NOT_SORTED',
    made: { order: (pairs) => pairs.toSorted(([, a], [, b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))) },
    isSeldom: true,
  },
  {
    did: 'sign included',
    code: 'SIGN_PARAMETER_INCLUDED',
    made: { choose: (pairs) => [...pairs, ['sign', '']] },
  },
  {
    did: 'empty values dropped',
    code: 'EMPTY_VALUES_DROPPED',
    made: { choose: (pairs) => pairs.filter(([, value]) => value !== '') },
  },
  {
    did: 'the timestamp left out',
    code: 'PARAMETER_MISSING',
    made: { choose: (pairs) => pairs.filter(([name]) => name !== 'timestamp') },
  },
  { did: 'not encoded', code: 'VALUES_NOT_ENCODED', made: { encode: (value) => value } },
  { did: 'encoded by encodeURI', code: 'VALUES_NOT_ENCODED', made: { encode: encodeURI } },
  {
    did: 'encoded by quote_plus with a safe slash',
    code: 'VALUES_NOT_ENCODED',
    made: { encode: (value) => encodeAs(php, value).replaceAll('%2F', '/') },
  },
  {
    did: 'encoded twice',
    code: 'DOUBLE_ENCODED',
    made: { encode: (value) => encodeAs(php, encodeAs(php, value)) },
  },
  {
    did: 'encoded by encodeURIComponent, then by http_build_query',
    code: 'DOUBLE_ENCODED',
    made: { encode: (value) => encodeAs(php, encodeAs(rfc3986, value)) },
  },
  { did: 'encoded as a whole', code: 'DOUBLE_ENCODED', made: { finish: encodeURIComponent }, isSeldom: true },
  { did: 'a newline at the end', code: 'TRAILING_NEWLINE', made: { finish: (text) => `${text}\n` } },
  {
    did: 'CRLF at the end',
    code: 'TRAILING_NEWLINE',
    made: { finish: (text) => `${text}\r\n` },
    isSeldom: true,
  },
  { did: 'an & at the end', code: 'UNEXPLAINED', made: { finish: (text) => `${text}&` } },
  {
    did: 'the secret read with its newline',
    code: 'TRAILING_NEWLINE',
    made: { digest: (text, key) => correct.digest(text, `${key}\n`) },
  },
  { did: 'an expired secret', code: 'MATCHES_PREVIOUS_SECRET', made: { key: expired } },
  { did: 'a plain hash', code: 'PLAIN_SHA256', made: { key: '', digest: sha256 } },
  { did: 'a plain hash with the secret', code: 'PLAIN_SHA256', made: { digest: (text, key) => sha256(text + key) } },
  {
    did: 'a plain hash with &key=',
    code: 'PLAIN_SHA256',
    made: { digest: (text, key) => sha256(`${text}&key=${key}`) },
  },
  { did: 'base64', code: 'BASE64_INSTEAD_OF_HEX', made: { write: (digest) => digest.toString('base64') } },
  { did: 'base64 for URLs', code: 'BASE64_INSTEAD_OF_HEX', made: { write: (digest) => digest.toString('base64url') } },
];

const requests: Given[] = [
  { timestamp: '1624329435', plugin_id: 'plugtest', access_token: 'T'.repeat(32), device: '会员 (iOS)/1', note: '' },
  { timestamp: '1624329435', plugin_id: 'plugtest', out_order_id: '订单 2026/01 (A)'.padEnd(64, '7'), note: '' },
  {
    title: '会员/1 年 (VIP)&more',
    plugin_id: 'plugtest',
    total_fee: '100',
    access_token: 'T'.repeat(32),
    timestamp: '1624329435',
    note: '',
  },
  {
    title: `会员 (VIP)/1 年 ~*!'&`.padEnd(50, '续费'),
    plugin_id: 'plugtest',
    total_fee: '2147483647',
    pay_limit: '1',
    access_token: 'T'.repeat(32),
    timestamp: '1624329435',
    note: '',
  },
];

function signAs(parameters: Given, made: Partial<Program>): string {
  const program = { ...correct, ...made };
  const sorted = program.order(program.choose(Object.entries(parameters)));
  const encoded = sorted.map(([name, value]): [string, string] => [name, program.encode(value)]);
  return program.write(program.digest(program.finish(program.join(encoded)), program.key));
}

function codesOf(parameters: Given, sign: string): string[] {
  return diagnose(claim(parameters, sign)).findings.map(({ code }) => code);
}

describe.each(requests)('of a request as large as real ones are, %#,', (parameters) => {
  it.each(mistakes)('each single mistake is named: $did', ({ code, made }) => {
    expect(codesOf(parameters, signAs(parameters, made))).toEqual([code]);
  });
});

/** Two usual mistakes in different steps, each pair with one of the requests in turn. */
const usual = mistakes.filter(({ isSeldom }) => !isSeldom);
const pairs = usual.flatMap((one, index) =>
  usual
    .slice(index + 1)
    .filter((other) => !Object.keys(one.made).some((step) => step in other.made))
    .map((other) => ({ one, other })),
);

it.each(pairs.map((pair, index) => ({ ...pair, did: pair.one.did, request: index % requests.length })))(
  'two usual mistakes are named: $did, and $other.did',
  ({ one, other, request }) => {
    const parameters = requests[request]!;
    const codes = codesOf(parameters, signAs(parameters, { ...one.made, ...other.made }));
    expect(codes.toSorted()).toEqual([one.code, other.code].toSorted());
  },
);
