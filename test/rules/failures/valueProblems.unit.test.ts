import { describe, expect, it } from 'vitest';
import { describeProblem, type Problem } from '../../../src/rules/failures/valueProblems.ts';

/** One of each; the type leaves none out. */
const problems: { [Code in Problem['code']]: Extract<Problem, { code: Code }> } = {
  required: { code: 'required' },
  notText: { code: 'notText' },
  differentValues: { code: 'differentValues' },
  malformedText: { code: 'malformedText' },
  controlCharacter: { code: 'controlCharacter' },
  invisibleCharacter: { code: 'invisibleCharacter', found: 'U+200B' },
  surroundingSpace: { code: 'surroundingSpace' },
  reservedName: { code: 'reservedName' },
  exactLength: { code: 'exactLength', length: 32 },
  lengthBetween: { code: 'lengthBetween', min: 6, max: 64 },
  wholeNumber: { code: 'wholeNumber', min: 1, max: 2_147_483_647 },
  unixSeconds: { code: 'unixSeconds' },
  hexDigits: { code: 'hexDigits', length: 64 },
  httpUrl: { code: 'httpUrl' },
  urlWhiteSpace: { code: 'urlWhiteSpace' },
  urlBackslash: { code: 'urlBackslash' },
  urlUser: { code: 'urlUser' },
  urlFragment: { code: 'urlFragment' },
  urlHost: { code: 'urlHost' },
  urlPort: { code: 'urlPort' },
  inTheFuture: { code: 'inTheFuture' },
  beforeUnixEpoch: { code: 'beforeUnixEpoch' },
  beforeCreation: { code: 'beforeCreation', minutes: 10, createdAt: '2021-06-22T02:37:15.000Z' },
  notNull: { code: 'notNull' },
  blank: { code: 'blank' },
  unknownAttempt: { code: 'unknownAttempt' },
  requiredUnless: { code: 'requiredUnless', name: 'other' },
  cursor: { code: 'cursor' },
  oneDirection: { code: 'oneDirection' },
  emptyFilter: { code: 'emptyFilter' },
  laterThan: { code: 'laterThan', name: 'other' },
  tooMany: { code: 'tooMany', max: 100 },
  tooMuchText: { code: 'tooMuchText', maxBytes: 8192 },
  tooManyBuckets: { code: 'tooManyBuckets', max: 1000 },
  unknownOrder: { code: 'unknownOrder' },
  unknownAccessToken: { code: 'unknownAccessToken' },
  unknownGoods: { code: 'unknownGoods' },
  base64: { code: 'base64' },
  oneOf: { code: 'oneOf', choices: 'A, B' },
  signedString: { code: 'signedString', canonicalString: 'a=1&b=%20' },
};
const cases = Object.values(problems).map((problem) => ({ code: problem.code, problem }));

describe('the description of a problem', () => {
  it.each(cases)('of $code is an English sentence with every limit in it', ({ problem }) => {
    const sentence = describeProblem('the_name', problem, 'en');

    expect(sentence).toMatch(/^[\x20-\x7E]+$/);
    for (const fact of factsOf(problem)) expect(sentence).toContain(fact);
  });

  it.each(cases)('of $code is a Chinese sentence with every limit in it', ({ problem }) => {
    const sentence = describeProblem('the_name', problem, 'zh');

    expect(sentence).toMatch(/\p{Script=Han}/u);
    for (const fact of factsOf(problem)) expect(sentence).toContain(fact);
  });

  it('names the parameter', () => {
    expect(describeProblem('access_token', problems.exactLength, 'en')).toBe(
      'access_token must be exactly 32 characters long.',
    );
    expect(describeProblem('access_token', problems.exactLength, 'zh')).toBe('access_token 的长度必须为 32 个字符。');
  });
});

function factsOf(problem: Problem): string[] {
  return Object.entries(problem).flatMap(([key, fact]) => (key === 'code' ? [] : [String(fact)]));
}
