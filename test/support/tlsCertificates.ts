import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
}

export interface CertificateAuthority extends Certificate {
  issue(given: CertificateContents): Certificate;
}

export interface CertificateContents {
  /** DNS names and IPv4 addresses that it is for. */
  names: readonly string[];
  notBefore?: Date;
  notAfter?: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A certificate authority that nobody knows, made of node:crypto alone: RFC 5280, ECDSA with SHA-256 on P-256. */
export function makeCertificateAuthority(): CertificateAuthority {
  const authority = newKeys();
  const name = `Test CA ${createHash('sha256').update(authority.spki).digest('hex').slice(0, 8)}`;
  const isAuthority = extension('551d13', sequence(boolean(true)));
  const self = { subject: name, issuer: name, issuerKey: authority.privateKey };
  return {
    key: authority.key,
    cert: certificate(authority.spki, self, {}, [isAuthority]),
    issue: (contents) => {
      const { spki, key } = newKeys();
      const names = { subject: 'A developer', issuer: name, issuerKey: authority.privateKey };
      return { key, cert: certificate(spki, names, contents, [subjectAltName(contents.names)]) };
    },
  };
}

/** A certificate that vouches for itself. */
export function makeSelfSigned({ names, ...validity }: CertificateContents): Certificate {
  const { spki, key, privateKey } = newKeys();
  const self = { subject: 'Myself', issuer: 'Myself', issuerKey: privateKey };
  return { key, cert: certificate(spki, self, validity, [subjectAltName(names)]) };
}

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { spki: publicKey.export({ type: 'spki', format: 'der' }), privateKey, key };
}

function certificate(
  spki: Buffer,
  { subject, issuer, issuerKey }: { subject: string; issuer: string; issuerKey: KeyObject },
  validity: Omit<CertificateContents, 'names'>,
  extensions: Buffer[],
): string {
  const { notBefore = new Date(Date.now() - dayMs), notAfter = new Date(Date.now() + dayMs) } = validity;
  const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), serial])),
    algorithm,
    commonName(issuer),
    sequence(time(notBefore), time(notAfter)),
    commonName(subject),
    spki,
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', toBeSigned, issuerKey);
  const bytes = sequence(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function subjectAltName(names: readonly string[]): Buffer {
  const general = names.map((name) =>
    /^[\d.]+$/.test(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  return extension('551d11', sequence(...general));
}

function extension(oid: string, value: Buffer): Buffer {
  return sequence(objectId(oid), der(0x04, value));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
}

/** GeneralizedTime. */
function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function boolean(value: boolean): Buffer {
  return der(0x01, Buffer.from([value ? 0xff : 0]));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = [length >> 8, length & 0xff];
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, ...long];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}
