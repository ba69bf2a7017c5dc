import { describeCompression, redirectHint } from './answerHints.ts';
import { codePointOf } from '../diagnosis/invisibleCharacter.ts';

export type AttemptOutcome =
  | 'STARTED'
  | 'ACKNOWLEDGED'
  | 'UNEXPECTED_STATUS'
  | 'UNEXPECTED_BODY'
  | 'REDIRECTED'
  | 'TIMED_OUT'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'ADDRESS_REFUSED'
  | 'ABANDONED';

export interface ReceivedResponse {
  status: number;
  /** The first bytes of the body. */
  body: Uint8Array;
  /** True when the body went on. */
  truncated: boolean;
  /** The URL of the request. */
  url: string;
  contentEncoding: string | null;
  location: string | null;
}

export interface Judgement {
  outcome: Extract<AttemptOutcome, 'ACKNOWLEDGED' | 'UNEXPECTED_STATUS' | 'UNEXPECTED_BODY' | 'REDIRECTED'>;
  /** Says to a person what was nearly right. */
  hint: string | null;
}

const acknowledgement = 'SUCCESS'; // specification, Events

/**
 * Says whether a response acknowledges the notification: any 2xx does whose body, without surrounding ASCII white space
 * or a leading byte order mark, is exactly `SUCCESS`. Otherwise the hint says what was nearly right.
 */
export function judgeResponse(response: ReceivedResponse): Judgement {
  const { status, body, truncated } = response;
  const isRight = !truncated && isAcknowledgement(body);
  if (status >= 300 && status < 400) {
    return { outcome: 'REDIRECTED', hint: redirectHint(status, response.location, response.url) };
  }
  const text = new TextDecoder().decode(body);
  if (!isSuccess(status)) {
    const hint = isRight ? `the body was right, but the status must be 2xx, not ${status}` : statusHint(text);
    return { outcome: 'UNEXPECTED_STATUS', hint };
  }
  if (isRight) return { outcome: 'ACKNOWLEDGED', hint: null };
  return { outcome: 'UNEXPECTED_BODY', hint: nearMiss(trimAscii(text), response) };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether a whole body acknowledges the notification. */
export function isAcknowledgement(body: Uint8Array): boolean {
  return trimAscii(new TextDecoder().decode(body)) === acknowledgement;
}

/** Explains the status, if nginx asks for a client certificate in HTTP. */
function statusHint(text: string): string | null {
  return text.includes('No required SSL certificate was sent')
    ? 'the receiver requires a client certificate, and callbacks have none; have it ask for none at this address'
    : null;
}

function nearMiss(text: string, { truncated, body, contentEncoding }: ReceivedResponse): string {
  if (text === '' && !truncated) return 'the body was empty; it must be SUCCESS';
  const compression = describeCompression(contentEncoding, body);
  if (compression) {
    return `the body was compressed (${compression}), though the request did not accept that; send it uncompressed`;
  }
  if (!truncated && isUtf16(body)) return `the body was ${acknowledgement} in UTF-16; it must be in UTF-8 or ASCII`;
  const unseen = truncated ? null : nameUnseen(text);
  if (unseen) return `the body had ${unseen}; it must be ${acknowledgement} and nothing else`;
  if (/^(["'`]).*\1$/s.test(text) && text.slice(1, -1) === acknowledgement) {
    const quotes = text.startsWith('"') ? 'in quotes, as a JSON encoder writes it' : 'in quotes';
    return `the body was ${text}: ${acknowledgement} ${quotes}; it must be bare`;
  }
  if (/^(["'`])success\1$/i.test(text)) return `the body was ${text}; it must be bare and in upper case`;
  if (text !== acknowledgement && text.toUpperCase() === acknowledgement) {
    return `the body was "${text}"; it must be in upper case`;
  }
  if (/<[a-z!][^<>]*>/i.test(text)) {
    const around = text.includes(acknowledgement) ? ` around ${acknowledgement}` : '';
    return `the body had HTML${around}; it must be ${acknowledgement} and nothing else`;
  }
  if (/^[{[]/.test(text)) return `the body was JSON; it must be the plain text ${acknowledgement}`;
  if (text.includes(acknowledgement)) {
    return `the body had other text${truncated ? ', a lot of it,' : ''} around ${acknowledgement}`;
  }
  return `the body must be ${acknowledgement}`;
}

function isUtf16(body: Uint8Array): boolean {
  return ['utf-16le', 'utf-16be'].some(
    (encoding) => trimAscii(new TextDecoder(encoding).decode(body)) === acknowledgement,
  );
}

/** Returns the names of the invisible characters that made the difference. Null: it was not such characters. */
function nameUnseen(text: string): string | null {
  const unseen = /[\p{C}\p{Z}]/gu;
  const rest = text.replaceAll(unseen, '');
  if (rest !== acknowledgement || rest === text) return null;
  const names = [...new Set(text.match(unseen))].map(nameCharacter);
  const where = text.includes(acknowledgement) ? 'around' : 'within';
  return `${names.join(' and ')} ${where} ${acknowledgement}, which cannot be seen`;
}

function nameCharacter(character: string): string {
  return `${namesOfUnseen[character] ?? 'the character'} (${codePointOf(character)})`;
}

const namesOfUnseen: Record<string, string> = {
  '\0': 'a NUL',
  ' ': 'a space',
  '\n': 'a line feed',
  '\r': 'a carriage return',
  '\u00A0': 'a no-break space',
  '\u200B': 'a zero-width space',
  '\u200C': 'a zero-width non-joiner',
  '\u200D': 'a zero-width joiner',
  '\u2060': 'a word joiner',
  '\u3000': 'an ideographic space',
  // At the very beginning, one is accepted.
  '\uFEFF': 'a misplaced byte order mark',
};

const asciiWhiteSpace = '\t\n\v\f\r ';

/**
 * Trims ASCII white space in linear time, which no regular expression promises. TextDecoder has already dropped a
 * leading byte order mark.
 */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && asciiWhiteSpace.includes(text[start]!)) start += 1;
  while (end > start && asciiWhiteSpace.includes(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}
