/** Writes a part of a whole in percent. Never says 100% while one is missing. */
export function share(part: number, whole: number): string {
  const percent = (100 * part) / whole;
  return part === whole ? '100%' : `${Math.min(percent, 99.9).toFixed(1)}%`;
}
