import { createHmac } from 'node:crypto';
import { findUndocumented } from './documentedAnswer.ts';
import { watchSecret } from './secretWatch.ts';
import { exampleTime } from './service.ts';

/**
 * The parameters of a request with the `sign` that a developer's Node server would make. It shares no code with
 * what it tests.
 */
export function signed(
  secret: string,
  parameters: Record<string, string | number>,
  now = exampleTime,
): Record<string, string> {
  const sent: Record<string, string> = { timestamp: String(Math.floor(now.getTime() / 1000)) };
  for (const [name, value] of Object.entries(parameters)) sent[name] = String(value);
  return { ...sent, sign: signatureOf(secret, sent) };
}

/** URLSearchParams, sorted, is what PHP's http_build_query makes but for the asterisk. */
export function signatureOf(secret: string, parameters: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  query.sort();
  const sign = createHmac('sha256', secret).update(query.toString().replaceAll('*', '%2A')).digest('hex');
  watchSecret(secret, sign);
  return sign;
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: {
    message?: string;
    errors?: Record<string, string[]>;
    resource?: Record<string, string | number>;
    sign?: string;
  };
}

/** Sends parameters in the query string. Throws when the answer is not as the OpenAPI document says. */
export async function call(
  serviceUrl: string,
  method: string,
  path: string,
  parameters: Record<string, string>,
  init: RequestInit = {},
): Promise<RestAnswer> {
  const response = await fetch(`${serviceUrl}${path}?${new URLSearchParams(parameters).toString()}`, {
    ...init,
    method,
  });
  const body = (await response.json()) as RestAnswer['body'];
  watchSecret(body.sign);
  const undocumented = findUndocumented(method, path, response.status, body);
  if (undocumented.length > 0) throw new Error(undocumented.join('\n'));
  return { status: response.status, headers: response.headers, body };
}
