import { createHash, createHmac } from 'node:crypto';
import { finding, type Finding, remedies } from './finding.ts';
import { unlikelihood } from './way.ts';

export interface KnownSecrets {
  /** Those that verify requests now, newest first. */
  current: readonly string[];
  /** Expired ones that are still known, newest first. */
  previous: readonly string[];
}

/** A way to make 32 bytes of a string, and the mistakes in it: none for HMAC under a secret that is valid now. */
export interface DigestMaker {
  mistakes: readonly Finding[];
  /** What is to be said though it is no mistake. */
  remarks: readonly Finding[];
  unlikely: number;
  make(text: string): Buffer;
}

export function digestMakers({ current, previous }: KnownSecrets): DigestMaker[] {
  const keys = [
    ...current.map((secret, index) => ({ secret, mistakes: [], remarks: index === 0 ? [] : [overlappingSecret] })),
    ...previous.map((secret) => ({ secret, mistakes: [expiredSecret], remarks: [] })),
  ];
  return [
    ...keylessMethods.map(({ mistake, make }) => ({
      mistakes: [mistake],
      remarks: [],
      unlikely: unlikelihoodOf(mistake),
      make,
    })),
    ...keys.flatMap(({ secret, mistakes, remarks }) =>
      keyedMethods.map(({ mistake, make }) => ({
        mistakes: mistake ? [...mistakes, mistake] : mistakes,
        remarks,
        unlikely: mistakes.length + unlikelihoodOf(mistake),
        make: (text: string) => make(text, secret),
      })),
    ),
  ];
}

function unlikelihoodOf(mistake: Finding | undefined): number {
  return unlikelihood({ ...(mistake ? { mistake } : {}), isRare: mistake?.code !== 'PLAIN_SHA256' });
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

const keyedMethods: { mistake?: Finding; make(text: string, secret: string): Buffer }[] = [
  { make: (text, secret) => hmac(text, secret) },
  { mistake: plain('the secret followed by the string'), make: (text, secret) => sha256(secret + text) },
  { mistake: plain('the string followed by the secret'), make: (text, secret) => sha256(text + secret) },
  {
    mistake: plain('the string between two copies of the secret'),
    make: (text, secret) => sha256(secret + text + secret),
  },
  ...['key', 'secret', 'app_secret'].flatMap((name) => [
    {
      mistake: plain(`the string with the secret appended as &${name}=`),
      make: (text: string, secret: string) => sha256(`${text}&${name}=${secret}`),
    },
    {
      mistake: unnamed(`The secret was appended to the signed string as &${name}=. It is the key and nothing else.`),
      make: (text: string, secret: string) => hmac(`${text}&${name}=${secret}`, secret),
    },
  ]),
  {
    mistake: unnamed('The string and the secret were exchanged: the string was used as the key.'),
    make: (text, secret) => hmac(secret, text),
  },
  {
    mistake: finding(
      'TRAILING_NEWLINE',
      `The secret that was used ends in a newline, as read from a file. ${remedies.newline}`,
    ),
    make: (text, secret) => hmac(text, `${secret}\n`),
  },
  {
    mistake: unnamed('The secret was base64-decoded before use. Use its 32 characters as they are.'),
    make: (text, secret) => hmac(text, Buffer.from(secret, 'base64')),
  },
  {
    mistake: unnamed('The secret was hex-decoded before use. Use its 32 characters as they are.'),
    make: (text, secret) => hmac(text, Buffer.from(secret, 'hex')),
  },
];

const noSecret = unnamed(
  'The signature was made with an empty secret: the setting that should hold it is not set, or a conversion lost it.',
);

const keylessMethods: { mistake: Finding; make(text: string): Buffer }[] = [
  { mistake: plain('the string alone, without the secret'), make: sha256 },
  { mistake: noSecret, make: (text) => hmac(text, '') },
  ...['undefined', 'null', 'None'].map((word) => ({ mistake: noSecret, make: (text: string) => hmac(text, word) })),
];

function hmac(text: string, key: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
