import type { Request } from 'express';
import { receiveParameters } from '../../src/rest/parameters/receiveParameters.ts';
import type { Problem } from '../../src/rules/failures/valueProblems.ts';
import { Refusal } from '../../src/rules/failures/refusal.ts';

export const json = 'application/json';
export const form = 'application/x-www-form-urlencoded';
export const boundary = '------------------------d74496d66958873e';
export const multipart = `multipart/form-data; boundary=${boundary}`;

export interface Sent {
  query?: string | Buffer;
  type?: string;
  body?: string | Buffer;
}

/** The received parameters, or the code of the refusal. */
export type Outcome =
  { parameters: Record<string, string>; problems?: Record<string, Problem['code']> } | Refusal['code'];

export function receive(sent: Sent): Outcome {
  const received = receivedOrRefusal(sent);
  if (received instanceof Refusal) return received.code;
  const { parameters, unreadable } = received;
  // A name with a problem is refused, whatever else was read under it.
  const readable = [...parameters].filter(([name]) => !unreadable.has(name));
  const problems = [...unreadable].map(([name, problem]) => [name, problem.code]);
  return {
    parameters: Object.fromEntries(readable),
    ...(problems.length > 0 && { problems: Object.fromEntries(problems) as Record<string, Problem['code']> }),
  };
}

export function receivedOrRefusal(sent: Sent) {
  try {
    return receiveParameters(requestOf(sent));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** As it comes from Express: the target's bytes one a character, the body in bytes if there is one. */
export function requestOf({ query, type, body }: Sent): Request {
  return {
    url: query === undefined ? '/goods' : `/goods?${Buffer.from(query).toString('latin1')}`,
    headers: type === undefined ? {} : { 'content-type': type },
    body: body === undefined ? undefined : Buffer.from(body),
  } as Request;
}

export function partsOf(parts: string[], between = boundary): string {
  return `${parts.map((part) => `--${between}\r\n${part}\r\n`).join('')}--${between}--\r\n`;
}

export function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

export function file(name: string): string {
  return `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntext`;
}
