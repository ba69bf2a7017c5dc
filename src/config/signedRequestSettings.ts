import { z } from 'zod';
import { defaultToleranceSeconds } from '../rules/signing/timestamp.ts';
import { wholeNumber } from './settingForms.ts';
import { describeTimeZoneProblem } from './timeZone.ts';

/** The settings by which signed requests are checked and answered. */
export const signedRequestSettings = {
  /** The zone of created_at and paid_at, in answers and in callbacks. */
  PLATFORM_TIMEZONE: z.string().superRefine(requireTimeZone).default('Asia/Shanghai'),
  /** The time for which a new access token is valid. */
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 366 * 24 * 60 * 60).default(7200),
  /** A request is refused unless its timestamp is less than this before or after our clock (specification, Limits). */
  REQUEST_TOLERANCE_S: wholeNumber(1, 24 * 60 * 60).default(defaultToleranceSeconds),
};

function requireTimeZone(name: string, context: z.RefinementCtx): void {
  const message = describeTimeZoneProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}
