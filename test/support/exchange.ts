import { expect } from 'vitest';
import { openConnection, rawRequest, type RawAnswer } from './rawRequest.ts';

/**
 * The answer to a hostile request. Whatever it is, it must have a documented shape, and `goodRequest` must be answered
 * afterwards: on the same connection if the service keeps it, and on a new one.
 */
export async function exchange(serviceUrl: string, hostile: Uint8Array, goodRequest: Uint8Array): Promise<RawAnswer> {
  const connection = await openConnection(serviceUrl);
  try {
    connection.send(hostile);
    const method = Buffer.from(hostile).toString('latin1').split(' ', 1)[0]!;
    const answer = await connection.answer({ method });
    expectDocumentedShape(answer);
    if (answer.headers['connection'] === 'close') {
      expect(await connection.end()).toBe('');
    } else {
      connection.send(goodRequest);
      expect((await connection.answer()).status).toBe(200);
    }
    expect((await rawRequest(serviceUrl, goodRequest)).status).toBe(200);
    return answer;
  } finally {
    connection.close();
  }
}

/** JSON, no fault of the service, and the fields of the specification (Errors) when it is a failure. */
export function expectDocumentedShape({ status, headers, body }: RawAnswer): void {
  expect(status).toBeLessThan(500);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (body === '' || status === 200) return;
  const { message, errors, ...rest } = JSON.parse(body) as Record<string, unknown>;
  expect(message).toEqual(expect.any(String));
  expect(rest).toEqual({});
  if (errors === undefined) return;
  for (const problems of Object.values(errors as object)) expect(problems).toEqual([expect.any(String)]);
}
