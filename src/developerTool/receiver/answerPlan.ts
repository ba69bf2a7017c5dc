/** The plan by which the receiver of the tool answers genuine callbacks. */
export interface AnswerPlan {
  /** The number of callbacks that fail before the first success. Infinity: none succeeds. */
  failures: number;
  /** The way in which they fail: by a status, or by no answer at all. */
  failure: { status: number } | 'HANG';
  /** The time before each answer. */
  delayMs: number;
}

export interface PlannedAnswer {
  status: number;
  body: string;
}

/**
 * Returns the answer to the n-th genuine callback, counted from 1, or to one that is not genuine. Null: there is none, and the
 * connection stays open.
 */
export function planAnswer(plan: AnswerPlan, number: number | null): PlannedAnswer | null {
  if (number === null) return { status: 401, body: 'wrong signature' };
  if (number > plan.failures) return { status: 200, body: 'SUCCESS' };
  return plan.failure === 'HANG' ? null : { status: plan.failure.status, body: 'failed, as asked' };
}
