import { z } from 'zod';
import { readEncryptionKeys, type EncryptionKeys } from './encryptionKeys.ts';
import { wholeNumber } from './settingForms.ts';
import { describeTimeZoneProblem } from './timeZone.ts';

/** Keys, tokens and times of the platform. */
export const accessSettings = {
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 visible ASCII characters, without spaces')
    .optional(),
  ENCRYPTION_KEY: z.string().transform(readKeys).optional(),
  PLATFORM_TIMEZONE: z.string().superRefine(requireTimeZone).default('Asia/Shanghai'),
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 366 * 24 * 60 * 60).default(7200),
  REQUEST_TOLERANCE_S: wholeNumber(1, 24 * 60 * 60).default(600),
};

function readKeys(text: string, context: z.RefinementCtx): EncryptionKeys {
  const read = readEncryptionKeys(text.split(/ *, */));
  if ('keys' in read) return read.keys;
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function requireTimeZone(name: string, context: z.RefinementCtx): void {
  const message = describeTimeZoneProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}
