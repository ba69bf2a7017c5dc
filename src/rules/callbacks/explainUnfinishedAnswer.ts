import { isAcknowledgement, isSuccess } from './acknowledgement.ts';
import { writeHint } from './hintTexts.ts';

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
  const isRight = isSuccess(answer.status) && isAcknowledgement(answer.body);
  return writeHint(`HINT_${isRight ? 'RIGHT_' : ''}${lackOf(answer)}`, {
    end: ends[answer.end],
    came: String(answer.body.length),
    length: String(answer.contentLength),
  });
}

function lackOf({ contentLength, isChunked }: UnfinishedAnswer) {
  if (isChunked) return 'NO_CHUNK';
  return contentLength === null ? 'NO_LENGTH' : 'WRONG_LENGTH';
}
