import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { describeRefusal } from '../../src/admin/door/errorMessages.ts';
import { en } from '../../src/console/language/en.ts';
import { zh } from '../../src/console/language/zh.ts';
import { refusedValues } from '../../src/console/parts/refusedValues.ts';
import { Refusal } from '../../src/rules/failures/refusal.ts';
import type { Problem } from '../../src/rules/failures/valueProblems.ts';

async function sayIn(language: 'en' | 'zh', fields: [string, Problem[]][]) {
  const texts = i18next.createInstance();
  await texts.init({ lng: language, resources: { en: { translation: en }, zh: { translation: zh } } });
  const answered = describeRefusal(new Refusal('INVALID_PARAMETERS', { fields }));
  return refusedValues({ extensions: {}, ...answered } as Parameters<typeof refusedValues>[0], texts);
}

const wholeNumber: Problem = { code: 'wholeNumber', min: 0, max: 9 };

describe('a refused value', () => {
  it.each<{ name: string; problem: Problem; field: string | undefined; english: string; chinese: string }>([
    {
      name: 'payLimit',
      problem: wholeNumber,
      field: 'payLimit',
      english: 'How many may be sold (0: any number) must be a whole number from 0 to 9.',
      chinese: '可售数量（0 为不限）必须是 0 到 9 之间的整数。',
    },
    {
      name: 'name',
      problem: { code: 'reservedName' },
      field: 'name',
      english: 'Name must not look like a name that the service uses itself.',
      chinese: '名称不能与服务自身使用的名称相似。',
    },
    {
      name: 'url',
      problem: { code: 'controlCharacter' },
      field: 'callbackUrl',
      english: 'Callback URL must not contain control characters.',
      chinese: '回调地址不能包含控制字符。',
    },
    {
      name: 'atMost',
      problem: wholeNumber,
      field: undefined,
      english: 'atMost must be a whole number from 0 to 9.',
      chinese: 'atMost 必须是 0 到 9 之间的整数。',
    },
  ])('named $name is said by the label of its field', async ({ name, problem, field, english, chinese }) => {
    expect(await sayIn('en', [[name, [problem]]])).toEqual([{ field, text: english }]);
    expect(await sayIn('zh', [[name, [problem]]])).toEqual([{ field, text: chinese }]);
  });

  it('is one of several, each with its own problems', async () => {
    const fields: [string, Problem[]][] = [
      ['title', [{ code: 'required' }]],
      ['payLimit', [{ code: 'notNull' }, wholeNumber]],
    ];
    expect((await sayIn('en', fields)).map(({ field }) => field)).toEqual(['title', 'payLimit', 'payLimit']);
  });

  it('keeps the words of GraphQL, which has no sentence for staff', () => {
    const extensions = { code: 'BAD_USER_INPUT', fields: { title: ['String cannot represent a non string value: 1'] } };
    const said = refusedValues(
      { extensions } as unknown as Parameters<typeof refusedValues>[0],
      i18next.createInstance(),
    );
    expect(said).toEqual([{ field: 'title', text: 'String cannot represent a non string value: 1' }]);
  });
});
