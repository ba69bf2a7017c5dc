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
  /** Its first bytes. */
  body: Uint8Array;
  /** True when the body went on. */
  truncated: boolean;
}

export interface Judgement {
  outcome: Extract<AttemptOutcome, 'ACKNOWLEDGED' | 'UNEXPECTED_STATUS' | 'UNEXPECTED_BODY' | 'REDIRECTED'>;
  /** What was nearly right, for a person. */
  hint: string | null;
}

const acknowledgement = 'SUCCESS'; // specification, Events

/**
 * A notification is acknowledged by any 2xx whose body, without surrounding ASCII white space or a leading byte order
 * mark, is exactly `SUCCESS`. For everything else the hint says how near it was.
 */
export function judgeResponse({ status, body, truncated }: ReceivedResponse): Judgement {
  const text = new TextDecoder().decode(body);
  const isAcknowledgement = !truncated && trimAscii(text) === acknowledgement;
  if (status >= 300 && status < 400) {
    return { outcome: 'REDIRECTED', hint: 'redirects are not followed; configure the final address' };
  }
  if (status < 200 || status >= 300) {
    const hint = isAcknowledgement ? `the body was right, but the status must be 2xx, not ${status}` : null;
    return { outcome: 'UNEXPECTED_STATUS', hint };
  }
  if (isAcknowledgement) return { outcome: 'ACKNOWLEDGED', hint: null };
  return { outcome: 'UNEXPECTED_BODY', hint: nearMiss(trimAscii(text), truncated) };
}

function nearMiss(text: string, truncated: boolean): string {
  if (text === '' && !truncated) return 'the body was empty; it must be SUCCESS';
  if (/^(["'`]).*\1$/s.test(text) && text.slice(1, -1) === acknowledgement) {
    const quotes = text.startsWith('"') ? 'in quotes, as a JSON encoder writes it' : 'in quotes';
    return `the body was ${text}: ${acknowledgement} ${quotes}; it must be bare`;
  }
  if (text.startsWith('\u001F\uFFFD')) return 'the body was compressed, though the request did not accept that';
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

const asciiWhiteSpace = '\t\n\v\f\r ';

/** TextDecoder has already dropped a leading byte order mark. In linear time, which no regular expression promises. */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && asciiWhiteSpace.includes(text[start]!)) start += 1;
  while (end > start && asciiWhiteSpace.includes(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}
