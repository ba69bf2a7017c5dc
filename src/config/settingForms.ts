import { z } from 'zod';

/** Returns the form of a setting that is a whole number in decimal digits. */
export function wholeNumber(min: number, max: number) {
  const expected = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

/** Reads seconds, up to a day. Decimals are allowed. */
export function readSeconds(text: string, context: z.RefinementCtx): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400) {
    context.addIssue({ code: 'custom', message: 'expected seconds, above 0 and up to 86400, such as 10 or 0.5' });
  }
  return seconds;
}

export function readSecondsOrNone(text: string, context: z.RefinementCtx): number {
  return /^0(\.0+)?$/.test(text) ? 0 : readSeconds(text, context);
}
