import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import type { MIMEType } from 'node:util';
import { Busboy } from '@fastify/busboy';
import type { SentParameter } from './receiveParameters.ts';

/** The fields of a `multipart/form-data` body, or undefined when it is malformed or not UTF-8. A file is a problem. */
export async function decodeMultipart(body: Buffer, type: MIMEType): Promise<SentParameter[] | undefined> {
  // The parser would replace malformed UTF-8, and what was replaced was not signed.
  if (!isUtf8(body)) return undefined;
  const sent: SentParameter[] = [];
  try {
    // Nothing may be cut short: what was cut was not signed. The body itself is bounded.
    const limits = { fieldNameSize: body.length, fieldSize: body.length, headerPairs: body.length };
    const parser = new Busboy({ headers: { 'content-type': type.toString() }, limits });
    parser.on('field', (name, value) => sent.push([name, value]));
    parser.on('file', (name, file) => {
      sent.push([name, { code: 'notText' }]);
      // A file cut short reports it here and on the parser; unheard, it would end the process.
      file.on('error', () => {});
      file.resume();
    });
    parser.end(body);
    await once(parser, 'finish');
    // A part may come without a name.
    return sent.every(([name]) => typeof name === 'string') ? sent : undefined;
  } catch {
    return undefined;
  }
}
