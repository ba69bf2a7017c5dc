import { finding, type Finding } from './finding.ts';

/** The 32 bytes that a developer's `sign` stands for, and the mistakes in how they are written. */
export interface PresentedSignature {
  digest: Buffer;
  mistakes: readonly Finding[];
  /** Findings that the service accepts nevertheless. */
  remarks: readonly Finding[];
}

const longestReadable = 400;
const writeHex = 'Write the digest as 64 hexadecimal digits.';

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
  const must = 'It must be the HMAC with SHA-256 as exactly 64 hexadecimal digits.';
  if (sign === '') return finding('PARAMETER_MISSING', `sign is empty. ${must}`);
  const isHex = /^[0-9a-f]+$/i.test(sign);
  const algorithm = isHex ? otherAlgorithms[sign.length] : undefined;
  if (algorithm) {
    return finding('UNEXPLAINED', `sign has ${sign.length} hexadecimal digits, as ${algorithm} gives. ${must}`);
  }
  if (isHex) {
    const hint = sign.length < 64 ? ' If digits are lost, write every byte as two digits, with a leading zero.' : '';
    return finding('UNEXPLAINED', `sign has ${sign.length} hexadecimal digits. ${must}${hint}`);
  }
  return finding('UNEXPLAINED', `sign is ${sign.length} characters of something else than hexadecimal digits. ${must}`);
}

const otherAlgorithms: Record<number, string> = { 32: 'MD5', 40: 'SHA-1', 96: 'SHA-384', 128: 'SHA-512' };

interface Read {
  digest: Buffer;
  mistakes?: Finding[];
  remarks?: Finding[];
}

function unwrap(sign: string): { core: string; mistakes: Finding[] } {
  const mistakes: Finding[] = [];
  let core = sign.trim();
  if (core !== sign) {
    const message =
      'There is white space, such as a newline, around the digits of sign itself. Trim it before sending.';
    mistakes.push(finding('TRAILING_NEWLINE', message));
  }
  const wrapped = wrappings.find(({ pattern }) => pattern.test(core));
  if (wrapped) {
    core = wrapped.pattern.exec(core)![1]!;
    mistakes.push(finding('UNEXPLAINED', `sign has ${wrapped.what} the digest. ${writeHex} Send nothing else.`));
  }
  return { core, mistakes };
}

const wrappings = [
  { what: 'what openssl prints before', pattern: /^[\w/-]*\(.*\)\s?= *(.+)$/ },
  { what: 'what sha256sum prints after', pattern: /^([0-9a-f]{64}) [ *]\S.*$/i },
  { what: "Python's b'' (the text form of bytes; decode them) around", pattern: /^b["'](.+)["']$/ },
  { what: 'a prefix before', pattern: /^(?:0x|sha256=|sign=|hmac-sha256 )(.+)$/i },
  { what: 'quotes around', pattern: /^["'](.+)["']$/ },
];

function readHex(text: string): Read | undefined {
  if (isHexDigest(text)) return { digest: Buffer.from(text, 'hex'), remarks: remarkCase(text) };
  if (/^[0-9a-f]{2}([-: ][0-9a-f]{2}){31}$/i.test(text)) {
    const digits = text.replaceAll(/[-: ]/g, '');
    const message = `sign has separators between the bytes, as .NET's BitConverter writes them. ${writeHex}`;
    return {
      digest: Buffer.from(digits, 'hex'),
      mistakes: [finding('UNEXPLAINED', message)],
      remarks: remarkCase(digits),
    };
  }
  if (/^[0-9a-f]{56,63}$/i.test(text)) {
    const message = 'sign lost its leading zeros, as a conversion through a big number does. Pad it to 64 digits.';
    const digest = Buffer.from(text.padStart(64, '0'), 'hex');
    return { digest, mistakes: [finding('UNEXPLAINED', message)], remarks: remarkCase(text) };
  }
  return undefined;
}

function remarkCase(digits: string): Finding[] {
  if (!/[A-F]/.test(digits)) return [];
  return [
    finding('UPPERCASE_HEX', 'sign has capital hexadecimal digits. The service accepts them; small ones are usual.'),
  ];
}

function readBase64(text: string): Read | undefined {
  // A + in a form arrives as a space, or was percent-encoded.
  const base64 = text.replaceAll(' ', '+').replaceAll(/%2B/gi, '+').replaceAll(/%2F/gi, '/').replaceAll(/%3D/gi, '=');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(base64)) return base64Read(Buffer.from(base64, 'base64'), 'sign is in base64.');
  if (/^[A-Za-z0-9+/_-]{86,87}={0,2}$/.test(base64)) {
    const digits = Buffer.from(base64, 'base64').toString('latin1').trim();
    if (isHexDigest(digits)) return base64Read(Buffer.from(digits, 'hex'), 'sign is the hexadecimal digits in base64.');
  }
  if (/^[0-9a-f]{88}$/i.test(text)) {
    const inner = Buffer.from(text, 'hex').toString('latin1');
    if (/^[A-Za-z0-9+/]{43}=$/.test(inner)) {
      return base64Read(Buffer.from(inner, 'base64'), 'sign is the base64 form, written in hexadecimal digits.');
    }
  }
  return undefined;
}

function base64Read(digest: Buffer, message: string): Read {
  const instead = `${writeHex} (hexdigest, digest('hex'), openssl dgst -hex)`;
  return { digest, mistakes: [finding('BASE64_INSTEAD_OF_HEX', `${message} ${instead}`)] };
}

function isHexDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}
