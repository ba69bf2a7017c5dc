import { describe, expect, it } from 'vitest';
import { explainAttempt, type EndedAttempt } from '../../../src/rules/callbacks/notificationPhrases.ts';

const attempt = (outcome: EndedAttempt['outcome'], given: Partial<EndedAttempt> = {}): EndedAttempt => ({
  outcome,
  httpStatus: null,
  error: null,
  hint: null,
  remoteAddress: null,
  ...given,
});

describe('what an attempt met', () => {
  it.each([
    [attempt('STARTED'), 'is being sent'],
    [attempt('ACKNOWLEDGED', { httpStatus: 200 }), 'was acknowledged'],
    [attempt('UNEXPECTED_STATUS', { httpStatus: 404 }), 'was answered with status 404'],
    [
      attempt('UNEXPECTED_STATUS', { httpStatus: 500, hint: 'the body was right' }),
      'was answered with status 500: the body was right',
    ],
    [
      attempt('UNEXPECTED_BODY', { httpStatus: 200, hint: 'the body was empty' }),
      'was answered with status 200, but not with SUCCESS: the body was empty',
    ],
    [
      attempt('REDIRECTED', { httpStatus: 302, hint: 'redirects are not followed' }),
      'was answered with the redirect 302: redirects are not followed',
    ],
    [
      attempt('REDIRECTED', { httpStatus: 304, hint: 'that is an answer to a condition' }),
      'was answered with status 304: that is an answer to a condition',
    ],
    [
      attempt('TIMED_OUT', { error: 'no complete response within 10 s' }),
      'had no complete answer in time: no complete response within 10 s',
    ],
    [
      attempt('CONNECTION_FAILED', { error: 'read ECONNRESET', remoteAddress: '192.0.2.1' }),
      'reached the receiver, but got no usable answer: read ECONNRESET',
    ],
    [
      attempt('CONNECTION_FAILED', { error: 'read ECONNRESET', remoteAddress: '192.0.2.1', httpStatus: 200 }),
      'broke off after status 200: read ECONNRESET',
    ],
    [
      attempt('CONNECTION_FAILED', { error: 'connect ECONNREFUSED', hint: 'nothing listens there' }),
      'could not be made: nothing listens there',
    ],
    [
      attempt('TLS_FAILED', { error: 'certificate has expired' }),
      'failed to establish a secure connection: certificate has expired',
    ],
    [
      attempt('ADDRESS_REFUSED', { error: 'example.com has the address 10.0.0.1, which may not be called' }),
      'was not made, since the address may not be called: example.com has the address 10.0.0.1, which may not be called',
    ],
    [
      attempt('ABANDONED', { error: 'the worker died' }),
      'was interrupted on our side; whether it arrived is unknown: the worker died',
    ],
  ])('$outcome reads well', (given, sentence) => {
    expect(explainAttempt(given)).toBe(sentence);
  });
});
