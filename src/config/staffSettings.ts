import { z } from 'zod';
import { wholeNumber } from './settingForms.ts';

/** The first key of staff, and how long their sessions in the console last. */
export const staffSettings = {
  ADMIN_TOKEN: z
    .string()
    // The sign-in of the console reads no longer key.
    .regex(/^[\x21-\x7e]{16,1024}$/, 'expected 16 to 1,024 visible ASCII characters, without spaces')
    .optional(),
  /** At least a minute: the use of a session is noted now and then, not with each request. */
  SESSION_IDLE_S: wholeNumber(60, 30 * 24 * 60 * 60).default(3600),
  /** Counted from the sign-in. */
  SESSION_LIFETIME_S: wholeNumber(60, 30 * 24 * 60 * 60).default(12 * 60 * 60),
};
