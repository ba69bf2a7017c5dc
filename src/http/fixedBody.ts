import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A body that stays the same while the process runs. */
export interface FixedBody {
  type: string;
  etag: string;
  /** The bytes in each encoding. They are compressed at the first request. */
  in(encoding: string): Buffer;
}

export function fixedBody(type: string, content: string | Buffer): FixedBody {
  const bytes = Buffer.from(content);
  const made = new Map<string, Buffer>([['identity', bytes]]);
  return {
    type,
    // Weak, since it is the same for all encodings.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    in: (encoding) => {
      const known = made.get(encoding) ?? compress[encoding]!(bytes);
      made.set(encoding, known);
      return known;
    },
  };
}

/**
 * Sends a fixed body in the best encoding that the caller accepts, or 304 to a caller who has it. It may be kept, and must be
 * asked about before it is used again: another version of the service has another one.
 */
export function sendFixed(
  request: Request,
  response: Response,
  body: FixedBody,
  cacheControl = 'public, no-cache',
): void {
  const encoding = request.acceptsEncodings(Object.keys(compress)) || 'identity';
  response.set({ 'Content-Type': body.type, ETag: body.etag, 'Cache-Control': cacheControl }).vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.send(body.in(encoding));
}

/** The encodings of HTTP, the best first. The best quality of brotli takes a hundred times as long, and saves three percent. */
const compress: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};
