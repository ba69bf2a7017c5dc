/** A filter of the list of orders, with the name that a member of staff gave it. */
export interface SavedView {
  name: string;
  /** The search of the address, without the place in the list. */
  search: string;
}

/** Reads the views that a browser kept. Anything else, for example of a later version, is ignored. */
export function readViews(text: string | null): SavedView[] {
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Returns the views with one more, by name. One of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** True: two searches of the address ask for the same, in whatever order. */
export function isSameSearch(a: string, b: string): boolean {
  return sorted(a) === sorted(b);
}

function sorted(search: string): string {
  const parts = new URLSearchParams(search);
  parts.sort();
  return parts.toString();
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === 'string' && typeof search === 'string';
}
