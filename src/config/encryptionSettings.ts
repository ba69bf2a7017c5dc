import { z } from 'zod';

/** The keys that encrypt secrets at rest. */
export const encryptionSettings = {
  ENCRYPTION_KEY: z.string().transform(readSetting).optional(),
};

/** Keys of 32 bytes, the newest first. */
type EncryptionKeys = [Buffer, ...Buffer[]];

const expected = '32 bytes in base64, as `openssl rand -base64 32` makes them';

/** Reads keys in base64, the newest first. Names each bad key by its place, without showing it. */
export function readEncryptionKeys(texts: readonly string[]): { keys: EncryptionKeys } | { problems: string[] } {
  const place = (index: number) => (texts.length === 1 ? '' : `key ${index + 1} of ${texts.length}: `);
  const problems = texts.flatMap((text, index) => {
    if (!isKey(text)) return [`${place(index)}expected ${expected}`];
    const first = texts.indexOf(text);
    return first === index ? [] : [`${place(index)}expected another one than key ${first + 1}`];
  });
  const [newest, ...older] = texts.map((text) => Buffer.from(text, 'base64'));
  if (!newest || problems.length > 0) return { problems };
  return { keys: [newest, ...older] };
}

function isKey(text: string): boolean {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text;
}

function readSetting(text: string, context: z.RefinementCtx): EncryptionKeys {
  const read = readEncryptionKeys(text.split(/ *, */));
  if ('keys' in read) return read.keys;
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
