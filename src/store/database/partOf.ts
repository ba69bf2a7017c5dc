/** A filter for texts that have `text` somewhere in them, in any case. Prisma hands LIKE's own characters on as they are. */
export function partOf(text: string): { contains: string; mode: 'insensitive' } {
  return { contains: text.replaceAll(/[\\%_]/g, String.raw`\$&`), mode: 'insensitive' };
}
