import { expect, it } from 'vitest';
import { explainEnding } from '../../../src/rules/callbacks/explainEnding.ts';
import { writePhrases } from '../../../src/rules/callbacks/notificationPhrases.ts';

const failed = { number: 2, outcome: 'CONNECTION_FAILED', httpStatus: null, hint: null, remoteAddress: null } as const;

it.each([
  [
    'a hint',
    { ...failed, error: 'connect ECONNREFUSED', hint: 'nothing listens' },
    'could not be made: nothing listens.',
  ],
  ['only an error of a library', { ...failed, error: 'ECONNSOMETHING: x' }, 'could not be made.'],
  [
    'an error that is a hint',
    { ...failed, outcome: 'ADDRESS_REFUSED' as const, error: 'a.example has no address' },
    'was not made, since the address may not be called: a.example has no address.',
  ],
])('the sentence about an attempt with %s', (_, attempt, said) => {
  expect(writePhrases([explainEnding(attempt)])).toBe(`Attempt 2 ${said}`);
});
