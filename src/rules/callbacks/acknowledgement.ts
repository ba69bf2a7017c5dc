/** The body that acknowledges a notification (specification, Events). judgeResponse.ts decides, by the status too. */
export const acknowledgement = 'SUCCESS';

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether a whole body acknowledges the notification. */
export function isAcknowledgement(body: Uint8Array): boolean {
  return trimAscii(new TextDecoder().decode(body)) === acknowledgement;
}

const asciiWhiteSpace = '\t\n\v\f\r ';

/**
 * Trims ASCII white space in linear time, which no regular expression promises. TextDecoder has already dropped a
 * leading byte order mark.
 */
export function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && asciiWhiteSpace.includes(text[start]!)) start += 1;
  while (end > start && asciiWhiteSpace.includes(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}
