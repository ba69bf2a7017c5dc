import { describe, expect, it } from 'vitest';
import { mayMisread } from '../../../src/rules/callbacks/findSignatureMistake.ts';
import { judgeResponse } from '../../../src/rules/callbacks/judgeResponse.ts';

function isSuspected(status: number, body: string | Uint8Array): boolean {
  const responseBody = Buffer.from(body as string);
  const response = { status, body: responseBody, truncated: false, url: null, contentEncoding: null, location: null };
  return mayMisread({ outcome: judgeResponse(response).outcome, httpStatus: status, responseBody });
}

describe('a wrong verification', () => {
  it.each([
    [200, ''],
    [200, 'FAIL'],
    [200, '{"success":false,"message":"wrong sign"}'],
    [200, 'UNSUCCESSFUL'],
    [400, 'Bad Request'],
    [401, 'wrong signature'],
    [403, ''],
    [422, ''],
    [500, 'KeyError'],
  ])('may be the reason for status %i with %j', (status, body) => {
    expect(isSuspected(status, body)).toBe(true);
  });

  it.each([
    [200, 'SUCCESS'],
    [200, '"SUCCESS"'],
    [200, "'success'"],
    [200, 'Success'],
    [200, '\u200BSUCCESS'],
    [200, '<p>SUCCESS</p>'],
    [200, '{"code":"SUCCESS"}'],
    [200, Buffer.from('\uFEFFSUCCESS', 'utf16le')],
    [200, Buffer.from('SUCCESS', 'utf16le').swap16()],
    [500, 'SUCCESS'],
    [999, 'SUCCESS'],
    [204, ''],
    [302, ''],
    [404, 'no such page'],
    [405, ''],
    [502, '<h1>Bad Gateway</h1>'],
  ])('is not the reason for status %i with %j', (status, body) => {
    expect(isSuspected(status, body)).toBe(false);
  });
});
