import { expect, it } from 'vitest';
import { planAnswer } from '../../src/developerTool/receiver/answerPlan.ts';

const success = { status: 200, body: 'SUCCESS' };
const failed = { status: 503, body: 'failed, as asked' };
const at503 = { failure: { status: 503 }, delayMs: 0 };

it.each([
  ['succeeds unless it is told otherwise', { ...at503, failures: 0 }, true, [success, success]],
  ['fails as often as it is told', { ...at503, failures: 1 }, true, [failed, success]],
  ['hangs when it is told', { failure: 'HANG' as const, delayMs: 0, failures: 1 }, true, [null, success]],
  [
    'always refuses a wrong signature',
    { failure: 'HANG' as const, delayMs: 0, failures: 1 },
    false,
    [
      { status: 401, body: 'wrong signature' },
      { status: 401, body: 'wrong signature' },
    ],
  ],
])('the receiver of the tool %s', (_says, plan, isGenuine, answers) => {
  expect([1, 2].map((number) => planAnswer(plan, isGenuine ? number : null))).toEqual(answers);
});
