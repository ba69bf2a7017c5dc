/** A filter for texts that have `text` somewhere in them, in any case. Prisma hands LIKE's own characters on as they are. */
export function partOf(text: string): { contains: string; mode: 'insensitive' } {
  return { contains: text.replaceAll(/[\\%_]/g, String.raw`\$&`), mode: 'insensitive' };
}

/** A filter for instants from `from` on and before `to`; undefined when neither is given. */
export function timeRange(from: Date | undefined, to: Date | undefined): { gte?: Date; lt?: Date } | undefined {
  if (!from && !to) return undefined;
  return { ...(from && { gte: from }), ...(to && { lt: to }) };
}
