/** Returns the path of a page whose whole address was pasted; null: it is no address of this console. */
export function pastedPath(text: string, origin: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin: pasted, pathname, search } = new URL(text);
  const found = /^\/console(?<path>\/.*)?$/.exec(pathname);
  return pasted === origin && found ? (found.groups?.['path'] ?? '/') + search : null;
}
