/**
 * Returns a filter for texts that contain `text`; upper and lower case are the same. Prisma does not escape the
 * wildcards of LIKE.
 */
export function partOf(text: string): { contains: string; mode: 'insensitive' } {
  return { contains: text.replaceAll(/[\\%_]/g, String.raw`\$&`), mode: 'insensitive' };
}

/** Returns a filter for times from `from` on and before `to`; undefined when neither is given. */
export function timeRange(from: Date | undefined, to: Date | undefined): { gte?: Date; lt?: Date } | undefined {
  if (!from && !to) return undefined;
  return { ...(from && { gte: from }), ...(to && { lt: to }) };
}
