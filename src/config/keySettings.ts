import { z } from 'zod';
import { readEncryptionKeys, type EncryptionKeys } from './encryptionKeys.ts';
import { wholeNumber } from './settingForms.ts';

/** The key of staff, how long their sessions last, and the keys that encrypt secrets. */
export const keySettings = {
  ADMIN_TOKEN: z
    .string()
    // As much as a sign-in of the console reads.
    .regex(/^[\x21-\x7e]{16,1024}$/, 'expected 16 to 1,024 visible ASCII characters, without spaces')
    .optional(),
  /** A minute at least: the console notes the use of a session now and then, not with each request. */
  SESSION_IDLE_S: wholeNumber(60, 30 * 24 * 60 * 60).default(3600),
  /** Counted from the sign-in. */
  SESSION_LIFETIME_S: wholeNumber(60, 30 * 24 * 60 * 60).default(12 * 60 * 60),
  ENCRYPTION_KEY: z.string().transform(readKeys).optional(),
};

function readKeys(text: string, context: z.RefinementCtx): EncryptionKeys {
  const read = readEncryptionKeys(text.split(/ *, */));
  if ('keys' in read) return read.keys;
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
