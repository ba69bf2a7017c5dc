import { isUtf8 } from 'node:buffer';
import type { MIMEType } from 'node:util';
import { Refusal } from '../../rules/failures/refusal.ts';
import type { SentParameter } from '../../rules/parameters/decodeForm.ts';

/**
 * Returns the fields of a `multipart/form-data` body (RFC 7578), or undefined when it is malformed or not UTF-8. A file is
 * a problem. Throws a Refusal when Content-Type has no boundary.
 *
 * It replaces parsers of streams, such as busboy: the body is here and bounded, and each of a thousand fields would cost
 * ten times as much, before anybody knows who sent it.
 */
export function decodeMultipart(body: Buffer, type: MIMEType): SentParameter[] | undefined {
  const boundary = boundaryOf(type);
  // Malformed bytes would be replaced, and the replacement was not signed.
  if (!isUtf8(body)) return undefined;

  const sent: SentParameter[] = [];
  const delimiter = Buffer.from(`--${boundary}`);
  let line = findDelimiter(body, delimiter, 0);
  while (line && !line.isLast) {
    const next = findDelimiter(body, delimiter, line.end);
    // A field may have nothing after its headers.
    const headersEnd = body.indexOf('\r\n\r\n', line.end - 2);
    if (!next || headersEnd < 0 || headersEnd > next.start) return undefined;
    const field = readHeaders(body.toString('utf8', line.end, headersEnd));
    if (!field) return undefined;
    const value = body.toString('utf8', headersEnd + 4, Math.max(headersEnd + 4, next.start));
    sent.push([field.name, field.isFile ? { code: 'notText' } : value]);
    line = next;
  }
  return line && sent;
}

/** Returns the boundary; throws a Refusal when there is none. */
export function boundaryOf(type: MIMEType): string {
  const boundary = type.params.get('boundary');
  if (!boundary) throw new Refusal('MISSING_BOUNDARY');
  return boundary;
}

interface DelimiterLine {
  /** The end of the text before the delimiter, which includes the line break. */
  start: number;
  /** The beginning of the field after the delimiter. */
  end: number;
  isLast: boolean;
}

const lineBreak = '\r\n';

/** Returns the next line that holds only the delimiter, at or after the line break that ends at `from`. */
function findDelimiter(body: Buffer, delimiter: Buffer, from: number): DelimiterLine | undefined {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const end = at + delimiter.length;
    const beginsLine = at === 0 || body.toString('latin1', at - 2, at) === lineBreak;
    if (!beginsLine) continue;
    const start = Math.max(0, at - 2);
    if (body.toString('latin1', end, end + 2) === '--') return { start, end, isLast: true };
    // Mail servers may have added spaces (RFC 2046, 5.1.1).
    const [padding = ''] = /^[ \t]*/.exec(body.toString('latin1', end, end + longestPadding)) ?? [];
    const afterPadding = end + padding.length;
    if (body.toString('latin1', afterPadding, afterPadding + 2) === lineBreak) {
      return { start, end: afterPadding + 2, isLast: false };
    }
  }
  return undefined;
}

const longestPadding = 100;

/** Returns undefined when the headers name no field. */
function readHeaders(text: string): { name: string; isFile: boolean } | undefined {
  const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ');
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)/im.exec(unfolded)?.[1];
  if (disposition === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (const [, name, quoted, bare] of disposition.matchAll(parameter)) {
    // Browsers leave other backslashes as they are.
    parameters.set(name!.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare!);
  }
  const name = parameters.get('name');
  if (name === undefined) return undefined;
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') };
}

const parameter = /;[ \t]*([^=;\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"|([^;\s]*))/g;
