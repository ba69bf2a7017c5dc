import type { Request } from 'express';

/**
 * Returns the language of the document: the one that the reader chose, which the page keeps in a cookie, or the one that
 * the browser prefers.
 */
export function wantedLanguage(request: Request): 'en' | 'zh' {
  const chosen = cookieOf(request, 'openplug_language');
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return request.acceptsLanguages(['en', 'zh']) === 'zh' ? 'zh' : 'en';
}

/** Returns the theme that the reader chose. The document has it, so that a dark page never flashes white. */
export function wantedTheme(request: Request): 'light' | 'dark' | 'system' {
  const chosen = cookieOf(request, 'openplug_theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function cookieOf({ headers }: Request, name: string): string | undefined {
  return new RegExp(`(?:^|;) *${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
}
