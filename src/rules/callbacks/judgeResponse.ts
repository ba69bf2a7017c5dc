import { isAcknowledgement, isSuccess } from './acknowledgement.ts';
import { bodyHint, redirectHint, statusHint } from './answerHints.ts';
import { writeHint } from './hintTexts.ts';

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
  /** True: the body was longer than that. */
  truncated: boolean;
  /** The URL of the request. Null: it is not known. */
  url: string | null;
  contentEncoding: string | null;
  location: string | null;
}

export interface Judgement {
  outcome: Extract<AttemptOutcome, 'ACKNOWLEDGED' | 'UNEXPECTED_STATUS' | 'UNEXPECTED_BODY' | 'REDIRECTED'>;
  /** Says to a person what was nearly right. `answerHints.ts` has the texts. */
  hint: string | null;
}

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
  if (!isSuccess(status)) {
    const hint = isRight ? writeHint('HINT_BODY_RIGHT', { status: String(status) }) : statusHint(body);
    return { outcome: 'UNEXPECTED_STATUS', hint };
  }
  if (isRight) return { outcome: 'ACKNOWLEDGED', hint: null };
  return { outcome: 'UNEXPECTED_BODY', hint: bodyHint(response) };
}
