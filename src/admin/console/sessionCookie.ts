import type { Request, Response } from 'express';

const cookieName = 'openplug_session';

/** The header of a request that a page made by itself, while nobody touched it. It does not keep a session alive. */
const refreshHeader = 'x-console-refresh';

export interface ShownSession {
  token: string;
  isByPerson: boolean;
}

/**
 * Returns the session that a request shows. A browser sends the cookie with every request, also with those of other sites'
 * pages. So it counts only in a POST that one of our own pages sent; null otherwise. The doors then also require JSON,
 * which a page of another site can send to nobody who did not agree to it.
 */
export function shownSession(request: Request): ShownSession | null {
  const token = tokenOf(request.headers.cookie ?? '');
  if (token === null || request.method !== 'POST' || !isFromOwnPage(request)) return null;
  return { token, isByPerson: request.headers[refreshHeader] === undefined };
}

/**
 * Says whether a page of this origin sent the request, or no page at all. Browsers name the relation in Sec-Fetch-Site
 * where the connection is secure, and the origin of every POST otherwise.
 */
export function isFromOwnPage(request: Request): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** Lets the browser keep the token until it is closed: no script can read it, and no other site's page can send it. */
export function keepSession(request: Request, response: Response, token: string): void {
  setCookie(request, response, token, []);
}

/** Lets the browser forget the token. */
export function forgetSession(request: Request, response: Response): void {
  setCookie(request, response, '', ['Max-Age=0']);
}

function setCookie({ secure }: Request, response: Response, value: string, more: string[]): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : []), ...more];
  response.append('Set-Cookie', [`${cookieName}=${value}`, ...attributes].join('; '));
}

function tokenOf(cookies: string): string | null {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.split('=', 2);
    if (name?.trim() === cookieName && value) return value.trim();
  }
  return null;
}
