import { createHash, createHmac } from 'node:crypto';
import type { Sentence } from '../../phrases/sentence.ts';
import type { Parameters } from '../../signing/canonicalString.ts';
import { digestOfLatin1 } from './encodings.ts';
import { finding, type Finding, say } from './finding.ts';
import type { FindingTextCode } from './findingTexts.ts';
import { likely, rare, right, type Way, wrong } from './way.ts';

export interface KnownSecrets {
  /** The secrets that verify requests now, the newest first. */
  current: readonly string[];
  /** Expired ones that are still known, newest first. */
  previous: readonly string[];
  /** False: there are others, which cannot be decrypted. */
  isComplete?: boolean;
}

export type DigestWay = Way<string, Buffer>;

/**
 * Returns the ways to make 32 bytes of a string. HMAC under a secret that is valid now has no mistakes. The values of
 * `parameters`, those of the request, may have been taken for the secret.
 */
export function digestWays({ current, previous }: KnownSecrets, parameters: Parameters): DigestWay[] {
  return [
    ...keyless(parameters),
    ...current.flatMap((secret, index) =>
      keyed(secret).map((way) =>
        index === 0 ? way : { ...way, remarks: [overlappingSecret], unlikely: way.unlikely + likely },
      ),
    ),
    ...previous.flatMap((secret, index) =>
      keyed(secret).map((way) => ({
        ...way,
        mistakes: [expiredSecret, ...way.mistakes],
        unlikely: way.unlikely + (index === 0 ? likely : rare),
      })),
    ),
  ];
}

const expiredSecret = finding('MATCHES_PREVIOUS_SECRET', 'SECRET_EXPIRED');
const overlappingSecret = finding('MATCHES_PREVIOUS_SECRET', 'SECRET_BEFORE_NEWEST');

const hmacInstead = (code: 'UNEXPLAINED' | 'PLAIN_SHA256', did: FindingTextCode | Sentence) =>
  finding(code, did, 'DO_COMPUTE_HMAC');

function keyed(secret: string): DigestWay[] {
  return [
    right((text) => hmac(text, secret)),
    wrong(hmacInstead('PLAIN_SHA256', 'PLAIN_HASH_SECRET_FIRST'), likely, (text) => sha256(secret + text)),
    wrong(hmacInstead('PLAIN_SHA256', 'PLAIN_HASH_SECRET_LAST'), likely, (text) => sha256(text + secret)),
    wrong(hmacInstead('PLAIN_SHA256', 'PLAIN_HASH_BETWEEN_SECRETS'), likely, (text) => sha256(secret + text + secret)),
    ...Object.entries(appendedNames).flatMap(([name, unlikely]) => {
      const append = (text: string) => `${text}&${name}=${secret}`;
      const hashed = hmacInstead('PLAIN_SHA256', say('PLAIN_HASH_SECRET_APPENDED', { name }));
      const appended = hmacInstead('UNEXPLAINED', say('SECRET_APPENDED', { name }));
      return [
        wrong(hashed, unlikely, (text: string) => sha256(append(text))),
        wrong(appended, unlikely, (text: string) => hmac(append(text), secret)),
      ];
    }),
    wrong(surrounded, rare, (text) => hmac(secret + text + secret, secret)),
    wrong(exchanged, rare, (text) => hmac(secret, text)),
    wrong(digestOfLatin1, rare, (text) => createHmac('sha256', secret).update(text, 'latin1').digest()),
    ...misreadSecrets.map(({ mistake, unlikely = rare, misread }) => {
      const key = misread(secret);
      return wrong(mistake, unlikely, (text: string) => hmac(text, key));
    }),
  ];
}

const appendedNames = { key: likely, secret: rare, app_secret: rare };
const surrounded = hmacInstead('UNEXPLAINED', 'SECRET_AROUND');
const exchanged = hmacInstead('UNEXPLAINED', 'SECRET_AND_STRING_EXCHANGED');

const secretEndsInNewline = finding('TRAILING_NEWLINE', 'SECRET_WITH_NEWLINE', 'DO_LEAVE_OUT_NEWLINE');
const misreadSecret = (did: FindingTextCode) =>
  finding('UNEXPLAINED', did, 'DO_USE_SECRET_AS_IT_IS', 'DO_COMPUTE_HMAC');
const quotedSecret = misreadSecret('SECRET_IN_QUOTES');
const blankInSecret = misreadSecret('SECRET_WITH_SPACE');
const otherCase = misreadSecret('SECRET_IN_OTHER_CASE');

const misreadSecrets: { mistake: Finding; unlikely?: number; misread(secret: string): string | Buffer }[] = [
  { mistake: secretEndsInNewline, unlikely: likely, misread: (secret) => `${secret}\n` },
  { mistake: secretEndsInNewline, misread: (secret) => `${secret}\r\n` },
  { mistake: quotedSecret, misread: (secret) => `"${secret}"` },
  { mistake: quotedSecret, misread: (secret) => `'${secret}'` },
  { mistake: blankInSecret, misread: (secret) => `${secret} ` },
  { mistake: blankInSecret, misread: (secret) => ` ${secret}` },
  { mistake: otherCase, misread: (secret) => secret.toLowerCase() },
  { mistake: otherCase, misread: (secret) => secret.toUpperCase() },
  {
    mistake: misreadSecret('SECRET_FROM_BASE64'),
    misread: (secret) => Buffer.from(secret, 'base64'),
  },
  {
    mistake: misreadSecret('SECRET_FROM_HEX'),
    misread: (secret) => Buffer.from(secret, 'hex'),
  },
];

function keyless(parameters: Parameters): DigestWay[] {
  return [
    wrong(hmacInstead('PLAIN_SHA256', 'PLAIN_HASH_OF_STRING'), likely, sha256),
    ...['', 'undefined', 'null', 'None'].map((word) => wrong(noSecret, rare, (text: string) => hmac(text, word))),
    ...['plugin_id', 'access_token'].flatMap((name) => {
      const value = parameters.get(name);
      const otherKey = hmacInstead('UNEXPLAINED', say('OTHER_KEY', { name }));
      return value ? [wrong(otherKey, rare, (text: string) => hmac(text, value))] : [];
    }),
  ];
}

const noSecret = hmacInstead('UNEXPLAINED', 'SECRET_EMPTY');

function hmac(text: string, key: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
