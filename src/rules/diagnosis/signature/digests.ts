import { createHash, createHmac } from 'node:crypto';
import type { Parameters } from '../../signing/canonicalString.ts';
import { digestOfLatin1 } from './encodings.ts';
import { finding, type Finding, remedies } from './finding.ts';
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

const expiredSecret = finding(
  'MATCHES_PREVIOUS_SECRET',
  'The signature was made with an earlier secret of this plugin, which has expired. Put the newest secret into the server; if it is lost, reset it.',
);

const overlappingSecret = finding(
  'MATCHES_PREVIOUS_SECRET',
  'The signature was made with the secret before the newest one. It is still accepted, but will expire: put the newest secret into the server before it does.',
);

const useHmac = 'Compute HMAC with SHA-256 over the string, with the secret as the key.';
const unnamed = (message: string) => finding('UNEXPLAINED', `${message} ${useHmac}`);
const plain = (of: string) =>
  finding('PLAIN_SHA256', `The signature is a plain SHA-256 hash of ${of}, not an HMAC. ${useHmac}`);

function keyed(secret: string): DigestWay[] {
  return [
    right((text) => hmac(text, secret)),
    wrong(plain('the secret followed by the string'), likely, (text) => sha256(secret + text)),
    wrong(plain('the string followed by the secret'), likely, (text) => sha256(text + secret)),
    wrong(plain('the string between two copies of the secret'), likely, (text) => sha256(secret + text + secret)),
    ...Object.entries(appendedNames).flatMap(([name, unlikely]) => {
      const append = (text: string) => `${text}&${name}=${secret}`;
      const appended = `The secret was appended to the signed string as &${name}=. It is the key and nothing else.`;
      return [
        wrong(plain(`the string with the secret appended as &${name}=`), unlikely, (text: string) =>
          sha256(append(text)),
        ),
        wrong(unnamed(appended), unlikely, (text: string) => hmac(append(text), secret)),
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
const surrounded = unnamed('The signed string has the secret before and after it. It is the key and nothing else.');
const exchanged = unnamed('The string and the secret were exchanged: the string was used as the key.');

const secretEndsInNewline = finding(
  'TRAILING_NEWLINE',
  `The secret that was used ends in a newline, as read from a file. ${remedies.newline}`,
);
const asItIs = 'Use its 32 characters as they are.';
const quotedSecret = unnamed(`The secret that was used has quotes around it, as a settings file may have. ${asItIs}`);
const blankInSecret = unnamed(`The secret that was used has white space before or after it. ${asItIs}`);
const otherCase = unnamed(`The secret was turned into capital or small letters before use. ${asItIs}`);

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
    mistake: unnamed(`The secret was base64-decoded before use. ${asItIs}`),
    misread: (secret) => Buffer.from(secret, 'base64'),
  },
  {
    mistake: unnamed(`The secret was hex-decoded before use. ${asItIs}`),
    misread: (secret) => Buffer.from(secret, 'hex'),
  },
];

function keyless(parameters: Parameters): DigestWay[] {
  return [
    wrong(plain('the string alone, without the secret'), likely, sha256),
    ...['', 'undefined', 'null', 'None'].map((word) => wrong(noSecret, rare, (text: string) => hmac(text, word))),
    ...['plugin_id', 'access_token'].flatMap((name) => {
      const value = parameters.get(name);
      const did = `The value of ${name} was used as the key, instead of the secret.`;
      return value ? [wrong(unnamed(did), rare, (text: string) => hmac(text, value))] : [];
    }),
  ];
}

const noSecret = unnamed(
  'The signature was made with an empty secret: the setting that should hold it is not set, or a conversion lost it.',
);

function hmac(text: string, key: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
