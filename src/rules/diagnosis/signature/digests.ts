import { createHash, createHmac } from 'node:crypto';
import type { Parameters } from '../../signing/canonicalString.ts';
import { finding, type Finding, remedies } from './finding.ts';
import { digestOfLatin1, hasOthersThanAscii } from './otherCharacters.ts';
import { likely, rare, right, type Way, wrong } from './way.ts';

export interface KnownSecrets {
  /** The secrets that verify requests now, the newest first. */
  current: readonly string[];
  /** Expired ones that are still known, newest first. */
  previous: readonly string[];
  /** False: there are others, which cannot be decrypted. */
  isComplete?: boolean;
}

/** A way to make 32 bytes of a string: none of its mistakes for HMAC under a secret that is valid now. */
export interface DigestMaker extends Way<string, Buffer> {
  /** Findings that are no mistakes. */
  remarks: readonly Finding[];
}

/** `parameters` are those of the request, whose values may have been taken for the secret. */
export function digestMakers({ current, previous }: KnownSecrets, parameters: Parameters): DigestMaker[] {
  const newest = current[0];
  const hasOthers = [...parameters].flat().some(hasOthersThanAscii);
  return [
    ...keyless(parameters).map((way) => ({ ...way, remarks: [] })),
    ...(newest !== undefined && hasOthers ? [{ ...latin1Digest(newest), remarks: [] }] : []),
    ...current.flatMap((secret, index) =>
      index === 0 ? under(secret, 0) : under(secret, likely, [], [overlappingSecret]),
    ),
    ...previous.flatMap((secret, index) => under(secret, index === 0 ? likely : rare, [expiredSecret])),
  ];
}

function under(
  secret: string,
  unlikelySecret: number,
  mistaken: readonly Finding[] = [],
  remarks: readonly Finding[] = [],
): DigestMaker[] {
  return keyed(secret).map(({ mistakes, unlikely, apply }) => ({
    mistakes: [...mistaken, ...mistakes],
    remarks,
    unlikely: unlikelySecret + unlikely,
    apply,
  }));
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

function keyed(secret: string): Way<string, Buffer>[] {
  return [
    right((text) => hmac(text, secret)),
    wrong(plain('the secret followed by the string'), likely, (text) => sha256(secret + text)),
    wrong(plain('the string followed by the secret'), likely, (text) => sha256(text + secret)),
    wrong(plain('the string between two copies of the secret'), likely, (text) => sha256(secret + text + secret)),
    ...appendedNames.flatMap(({ name, unlikely }) => {
      const append = (text: string) => `${text}&${name}=${secret}`;
      return [
        wrong(plain(`the string with the secret appended as &${name}=`), unlikely, (text: string) =>
          sha256(append(text)),
        ),
        wrong(appended(name), unlikely, (text: string) => hmac(append(text), secret)),
      ];
    }),
    wrong(surrounded, rare, (text) => hmac(secret + text + secret, secret)),
    wrong(exchanged, rare, (text) => hmac(secret, text)),
    ...misreadSecrets.map(({ mistake, unlikely, misread }) => {
      const key = misread(secret);
      return wrong(mistake, unlikely, (text: string) => hmac(text, key));
    }),
  ];
}

/** Makes a difference to what was not encoded. */
function latin1Digest(secret: string): Way<string, Buffer> {
  return wrong(digestOfLatin1, rare, (text) => createHmac('sha256', secret).update(text, 'latin1').digest());
}

const appendedNames = [
  { name: 'key', unlikely: likely },
  { name: 'secret', unlikely: rare },
  { name: 'app_secret', unlikely: rare },
];
const appended = (name: string) =>
  unnamed(`The secret was appended to the signed string as &${name}=. It is the key and nothing else.`);
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

const misreadSecrets: { mistake: Finding; unlikely: number; misread(secret: string): string | Buffer }[] = [
  { mistake: secretEndsInNewline, unlikely: likely, misread: (secret) => `${secret}\n` },
  { mistake: secretEndsInNewline, unlikely: rare, misread: (secret) => `${secret}\r\n` },
  { mistake: secretEndsInNewline, unlikely: rare, misread: (secret) => `${secret}\r` },
  { mistake: quotedSecret, unlikely: rare, misread: (secret) => `"${secret}"` },
  { mistake: quotedSecret, unlikely: rare, misread: (secret) => `'${secret}'` },
  { mistake: blankInSecret, unlikely: rare, misread: (secret) => `${secret} ` },
  { mistake: blankInSecret, unlikely: rare, misread: (secret) => ` ${secret}` },
  { mistake: otherCase, unlikely: rare, misread: (secret) => secret.toLowerCase() },
  { mistake: otherCase, unlikely: rare, misread: (secret) => secret.toUpperCase() },
  {
    mistake: unnamed(`The secret was base64-decoded before use. ${asItIs}`),
    unlikely: rare,
    misread: (secret) => Buffer.from(secret, 'base64'),
  },
  {
    mistake: unnamed(`The secret was hex-decoded before use. ${asItIs}`),
    unlikely: rare,
    misread: (secret) => Buffer.from(secret, 'hex'),
  },
];

function keyless(parameters: Parameters): Way<string, Buffer>[] {
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
