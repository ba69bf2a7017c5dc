import { isAcknowledgement, isSuccess } from './acknowledgement.ts';

/** A response whose head came, and perhaps part of its body, but not its end. */
export interface UnfinishedAnswer {
  status: number;
  /** The first bytes of the body. */
  body: Uint8Array;
  /** The length that the head announced; null: none. */
  contentLength: number | null;
  isChunked: boolean;
  end: 'STAYED_OPEN' | 'CLOSED' | 'RESET';
}

const ends = {
  STAYED_OPEN: 'the connection stayed open',
  CLOSED: 'the connection was closed',
  RESET: 'the connection was reset',
};

/** Explains why an answer that may look right to its developer did not count, and what to change. */
export function explainUnfinishedAnswer(answer: UnfinishedAnswer): string {
  const end = ends[answer.end];
  if (isSuccess(answer.status) && isAcknowledgement(answer.body)) {
    return `the body was SUCCESS, but the answer did not end: ${lackOf(answer)}, and ${end}; ${adviceFor(answer)}`;
  }
  return `the answer began, but did not end: ${lackOf(answer)}, and ${end}`;
}

function lackOf({ contentLength, isChunked, body }: UnfinishedAnswer): string {
  if (isChunked) return 'its last chunk did not come';
  if (contentLength === null) return 'it had no Content-Length';
  return `its Content-Length is ${contentLength}, but ${body.length} bytes came`;
}

function adviceFor({ contentLength, isChunked, body }: UnfinishedAnswer): string {
  if (isChunked) return 'end it with the chunk of length 0';
  const right = `Content-Length: ${body.length}`;
  return contentLength === null ? `send ${right}, or close the connection normally, without a reset` : `send ${right}`;
}
