import { isUtf8 } from 'node:buffer';
import type { MIMEType } from 'node:util';
import type { SentParameter } from './receiveParameters.ts';

/** The fields of a `multipart/form-data` body, or undefined when it is malformed or not UTF-8. A file is a problem. */
export async function decodeMultipart(body: Buffer, type: MIMEType): Promise<SentParameter[] | undefined> {
  // The parser would replace malformed UTF-8, and what was replaced was not signed.
  if (!isUtf8(body)) return undefined;
  try {
    const form = await new Response(body, { headers: { 'content-type': type.toString() } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : { code: 'notText' }]);
  } catch {
    return undefined;
  }
}
