/** Writes an instant as 2026-11-29 12:00:00 in a zone. */
export function wallTime(at: string, timeZone: string): string {
  return formatFor(timeZone).format(new Date(at)).replace(',', '');
}

/** Says whether a text is a wall time such as 2026-11-29T12:00. A day that a month does not have is none. */
export function isWallTime(text: string): boolean {
  const asUtc = Date.parse(`${text}Z`);
  return text !== '' && !Number.isNaN(asUtc) && new Date(asUtc).toISOString().startsWith(text);
}

/** Reads a wall time such as 2026-11-29T12:00 of a zone as an instant; null: it is no wall time. */
export function instantOf(text: string, timeZone: string): string | null {
  if (!isWallTime(text)) return null;
  const asUtc = Date.parse(`${text}Z`);
  // The second round is for times near a change of the clocks.
  let ms = asUtc;
  for (let round = 0; round < 2; round += 1) ms = asUtc - offsetMs(ms, timeZone);
  return new Date(ms).toISOString();
}

/** Returns how far the clocks of a zone are ahead of UTC. */
function offsetMs(atMs: number, timeZone: string): number {
  const wall = wallTime(new Date(atMs).toISOString(), timeZone).replace(' ', 'T');
  return Date.parse(`${wall}Z`) - Math.floor(atMs / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes dates as ISO 8601 does. Making a format takes longer than using it a thousand times. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format;
}
