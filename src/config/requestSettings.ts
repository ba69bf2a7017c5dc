import { z } from 'zod';
import { wholeNumber } from './settingForms.ts';
import { describeTimeZoneProblem } from './timeZone.ts';

/** How signed requests are checked and answered. */
export const requestSettings = {
  /** The zone of created_at and paid_at, in answers and in callbacks. */
  PLATFORM_TIMEZONE: z.string().superRefine(requireTimeZone).default('Asia/Shanghai'),
  /** A minute at least: the console notes the use of a session now and then, not with each request. */
  SESSION_IDLE_S: wholeNumber(60, 30 * 24 * 60 * 60).default(3600),
  /** The time for which a new access token is valid. */
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 366 * 24 * 60 * 60).default(7200),
  /** A request is refused unless its timestamp is less than this before or after our clock (specification, Limits). */
  REQUEST_TOLERANCE_S: wholeNumber(1, 24 * 60 * 60).default(600),
};

function requireTimeZone(name: string, context: z.RefinementCtx): void {
  const message = describeTimeZoneProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}
