/** The number of reloads after which a page whose script does not come is left to the reader. */
export const mostReloads = 3;

const name = 'openplug_reloads';

/** Returns how often this tab was reloaded in a row because the script of a page did not come. */
export function countReloads(): number {
  return Number(sessionStorage.getItem(name) ?? 0) || 0;
}

/** Reloads the document for the `nth` time. The next document finds the number. */
export function reload(nth: number): void {
  sessionStorage.setItem(name, String(nth));
  location.reload();
}

/** Forgets the reloads: the script of a page has come. */
export function forgetReloads(): void {
  sessionStorage.removeItem(name);
}
