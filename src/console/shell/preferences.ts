const year = 365 * 24 * 60 * 60;

/**
 * Keeps what the reader chose, in a cookie, since the service writes it into the document: so the first paint has the
 * right language and theme.
 */
export function keepPreference(name: 'language' | 'theme', value: string): void {
  document.cookie = `openplug_${name}=${value}; Path=/console; SameSite=Strict; Max-Age=${year}`;
}
