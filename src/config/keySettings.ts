import { z } from 'zod';
import { readEncryptionKeys, type EncryptionKeys } from './encryptionKeys.ts';

/** The key of staff, and the keys that encrypt secrets. */
export const keySettings = {
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 visible ASCII characters, without spaces')
    .optional(),
  ENCRYPTION_KEY: z.string().transform(readKeys).optional(),
};

function readKeys(text: string, context: z.RefinementCtx): EncryptionKeys {
  const read = readEncryptionKeys(text.split(/ *, */));
  if ('keys' in read) return read.keys;
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
