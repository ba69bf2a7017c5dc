import { finding, type Finding, say } from './finding.ts';
import type { FindingTextCode } from './findingTexts.ts';

/** The 32 bytes that a developer's `sign` stands for, and the mistakes in how they are written. */
export interface PresentedSignature {
  digest: Buffer;
  mistakes: readonly Finding[];
  /** Findings that the service accepts nevertheless. */
  remarks: readonly Finding[];
}

const longestReadable = 400;

/**
 * Reads only text that stands for all 32 bytes. If it could be seen that a piece of a signature is right, a caller
 * could find the whole signature piece by piece.
 */
export function readSignature(sign: string): PresentedSignature | undefined {
  if (sign.length > longestReadable) return undefined;
  const { core, mistakes } = unwrap(sign);
  const read = readHex(core) ?? readBase64(core);
  return (
    read && { digest: read.digest, mistakes: [...mistakes, ...(read.mistakes ?? [])], remarks: read.remarks ?? [] }
  );
}

/** Describes a signature that does not stand for 32 bytes. */
export function describeUnreadable(sign: string): Finding {
  if (sign === '') return finding('PARAMETER_MISSING', 'NO_SIGNATURE', must);
  const count = String(sign.length);
  const isHex = /^[0-9a-f]+$/i.test(sign);
  const algorithm = isHex ? otherAlgorithms[sign.length] : undefined;
  if (algorithm) {
    return finding('UNEXPLAINED', say('SIGN_OF_ALGORITHM', { count, algorithm }), must);
  }
  if (isHex) {
    const advice = sign.length < 64 ? (['DO_KEEP_ZEROS'] as const) : [];
    return finding('UNEXPLAINED', say('SIGN_OF_DIGITS', { count }), must, ...advice);
  }
  return finding('UNEXPLAINED', say('SIGN_OF_CHARACTERS', { count }), must);
}

const must = 'DO_MAKE_64_DIGITS';
const otherAlgorithms: Record<number, string> = { 32: 'MD5', 40: 'SHA-1', 96: 'SHA-384', 128: 'SHA-512' };

interface Read {
  digest: Buffer;
  mistakes?: Finding[];
  remarks?: Finding[];
}

function unwrap(sign: string): { core: string; mistakes: Finding[] } {
  const mistakes: Finding[] = [];
  let core = sign.trim();
  if (core !== sign) mistakes.push(finding('TRAILING_NEWLINE', 'SIGN_WITH_SPACE'));
  const wrapped = wrappings.find(({ pattern }) => pattern.test(core));
  if (wrapped) {
    core = wrapped.pattern.exec(core)![1]!;
    mistakes.push(finding('UNEXPLAINED', wrapped.what, 'DO_SEND_DIGITS_ONLY'));
  }
  return { core, mistakes };
}

const wrappings: { what: FindingTextCode; pattern: RegExp }[] = [
  { what: 'SIGN_OF_OPENSSL', pattern: /^[\w/-]*\(.*\)\s?= *(.+)$/ },
  { what: 'SIGN_OF_SHA256SUM', pattern: /^([0-9a-f]{64}) [ *]\S.*$/i },
  { what: 'SIGN_OF_PYTHON_BYTES', pattern: /^b["'](.+)["']$/ },
  { what: 'SIGN_WITH_PREFIX', pattern: /^(?:0x|sha256=|sign=|hmac-sha256 )(.+)$/i },
  { what: 'SIGN_IN_QUOTES', pattern: /^["'](.+)["']$/ },
];

function readHex(text: string): Read | undefined {
  if (isHexDigest(text)) return { digest: Buffer.from(text, 'hex'), remarks: remarkCase(text) };
  if (/^[0-9a-f]{2}([-: ][0-9a-f]{2}){31}$/i.test(text)) {
    const digits = text.replaceAll(/[-: ]/g, '');
    return {
      digest: Buffer.from(digits, 'hex'),
      mistakes: [finding('UNEXPLAINED', 'SIGN_WITH_SEPARATORS', 'DO_WRITE_HEX')],
      remarks: remarkCase(digits),
    };
  }
  if (/^[0-9a-f]{56,63}$/i.test(text)) {
    const digest = Buffer.from(text.padStart(64, '0'), 'hex');
    return { digest, mistakes: [finding('UNEXPLAINED', 'SIGN_WITHOUT_ZEROS')], remarks: remarkCase(text) };
  }
  return undefined;
}

function remarkCase(digits: string): Finding[] {
  return /[A-F]/.test(digits) ? [finding('UPPERCASE_HEX', 'SIGN_IN_CAPITALS')] : [];
}

function readBase64(text: string): Read | undefined {
  // A + in a form arrives as a space, or was percent-encoded.
  const base64 = text.replaceAll(' ', '+').replaceAll(/%2B/gi, '+').replaceAll(/%2F/gi, '/').replaceAll(/%3D/gi, '=');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(base64)) return base64Read(Buffer.from(base64, 'base64'), 'SIGN_IN_BASE64');
  if (/^[A-Za-z0-9+/_-]{86,87}={0,2}$/.test(base64)) {
    const digits = Buffer.from(base64, 'base64').toString('latin1').trim();
    if (isHexDigest(digits)) return base64Read(Buffer.from(digits, 'hex'), 'SIGN_HEX_IN_BASE64');
  }
  if (/^[0-9a-f]{88}$/i.test(text)) {
    const inner = Buffer.from(text, 'hex').toString('latin1');
    if (/^[A-Za-z0-9+/]{43}=$/.test(inner)) {
      return base64Read(Buffer.from(inner, 'base64'), 'SIGN_BASE64_IN_HEX');
    }
  }
  return undefined;
}

function base64Read(digest: Buffer, did: FindingTextCode): Read {
  return { digest, mistakes: [finding('BASE64_INSTEAD_OF_HEX', did, 'DO_WRITE_HEX_WITH')] };
}

function isHexDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}
