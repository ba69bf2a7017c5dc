import type { i18n } from 'i18next';
import { describe, expect, it } from 'vitest';
import { zh } from '../../src/console/language/zh.ts';
import { sayPhrases } from '../../src/console/parts/sayPhrases.ts';
import { refusalTexts } from '../../src/admin/door/refusalTexts.ts';
import { chineseHints } from '../../src/rules/callbacks/hintInLanguage.ts';
import { hintCodes } from '../../src/rules/callbacks/hintPhrase.ts';
import { receiverTexts } from '../../src/rules/callbacks/signatureMistakes.ts';
import { findingTexts } from '../../src/rules/diagnosis/signature/findingTexts.ts';
import { conflictReasons, conflictSentence, describeConflict } from '../../src/rules/failures/conflicts.ts';
import { describeProblem, problemCodes, sentenceAbout, type Problem } from '../../src/rules/failures/valueProblems.ts';
import { notificationPhraseCodes } from '../../src/rules/callbacks/notificationPhrases.ts';

const chinese = { language: 'zh', getResource: () => zh.phrases } as unknown as i18n;
/** The sentences that the service has in a catalogue, in English. */
const texts = { ...findingTexts, ...receiverTexts, ...refusalTexts };
/** Each problem of a value, with the facts that any of them has. */
const facts = {
  found: 'U+200B',
  length: 8,
  min: 1,
  max: 9,
  minutes: 5,
  createdAt: '2021-06-22T02:37:30Z',
  name: 'from',
};
const others = { maxBytes: 8192, choices: 'a, b', canonicalString: 'a=1' };
const problems = problemCodes().map((code) => ({ code, ...facts, ...others }) as Problem);
const say = (...phrases: [code: string, values?: object][]) =>
  sayPhrases(
    phrases.map(([code, values = {}]) => ({ code, values: JSON.stringify(values) })),
    chinese,
  );

describe('the sentences of the service in Chinese', () => {
  it('are there for each code, and for nothing else', () => {
    const ownCodes = ['INTERNAL_SERVER_ERROR', 'QUERY_TIMED_OUT'];
    const parts = ['THE_MESSAGE', 'THE_ATTEMPT', 'THE_ATTEMPT_ASKED_FOR'];
    const values = problems.map((problem) => sentenceAbout('title', problem).code);
    const known = [
      ...notificationPhraseCodes,
      ...hintCodes,
      ...Object.keys(texts),
      ...conflictReasons.map((why) => `CONFLICT_${why}`),
      ...values,
      ...parts,
      ...ownCodes,
    ];
    expect(Object.keys(zh.phrases).toSorted()).toEqual(known.toSorted());
  });

  it('have the values of the English ones', () => {
    const namesIn = (text: string) => [...new Set(text.match(/(?<=\{)\w+/g))].toSorted().join();
    const differing = Object.entries<string>(texts).filter(
      // In English, the words for an encoding without a name are a value.
      ([code, text]) => code !== 'OTHER_ENCODING_WITH' && namesIn(text) !== namesIn(zh.phrases[code]!),
    );
    expect(differing).toEqual([]);
  });

  it.each(problems)('say of a value what developers are told: $code', (problem) => {
    const { code, values } = sentenceAbout('title', problem);
    expect(say([code, values])).toBe(describeProblem('title', problem, 'zh'));
  });

  it.each(conflictReasons)('say of a conflict what developers are told: %s', (why) => {
    const conflict = { why, payLimit: 3, paidAt: '2021-06-22T02:37:30.000Z', status: 'delivered' };
    const { code, values } = conflictSentence(conflict);
    expect(say([code, values])).toBe(`已拒绝：${describeConflict(conflict, 'zh')}。`);
  });

  it('are those that developers read when they report an answer', () => {
    expect(zh.phrases).toMatchObject(chineseHints);
  });

  it('are said one after the other, an attempt with its hint', () => {
    const at = '2021-06-22T02:37:30.000Z';
    expect(say(['ATTEMPT_UNEXPECTED_BODY', { number: '2', status: '200' }], ['HINT_BODY_EMPTY'], ['DUE', { at }])).toBe(
      `第 2 次尝试收到状态码 200，但正文不是 SUCCESS：正文为空，必须是 SUCCESS。下一次通知将于 ${at} 发送。`,
    );
  });

  it('name who asked for an attempt, and have the error that has no code', () => {
    const values = { number: '6', asked: 'STAFF', detail: 'ECONNSOMETHING' };
    expect(say(['ACKNOWLEDGED'], ['ATTEMPT_NOT_CONNECTED', values])).toBe(
      '开发者已确认收到通知。第 6 次尝试（由员工发起）未能发出：ECONNSOMETHING。',
    );
  });

  it('have no full stop after a hint that stands alone', () => {
    expect(say(['HINT_BODY_RIGHT', { status: '500' }])).toBe('正文正确，但状态码必须是 2xx，而不是 500');
  });

  it('leave what a receiver sent as it is', () => {
    expect(say(['HINT_BODY_QUOTED', { body: '"{{status}}$&"' }])).toContain('"{{status}}$&"');
  });

  it('are not said when a later service has one that this page does not know', () => {
    expect(say(['UNPAID'], ['SOMETHING_NEW'])).toBeNull();
  });
});
