import type { Request, Response } from 'express';

/** The header of requests that a page makes by itself, while no person uses it. They do not keep a session alive. */
const refreshHeader = 'x-console-refresh';

/** The header in which a page names the holder of the session whose data it shows. */
const holderHeader = 'x-console-holder';

export interface ShownSession {
  token: string;
  isByPerson: boolean;
  /** The holder whose data the page shows, as `holderName` writes it; null: it does not say so. */
  pageHolder: string | null;
}

/**
 * Returns the token of the session that a request belongs to. A browser sends the cookie with every request, also with
 * those of other sites' pages. So it counts only in a POST that one of our own pages sent; null otherwise. The doors
 * then also require JSON, which a page of another site can only send to a server that allows it.
 */
export function shownSession(request: Request): ShownSession | null {
  const [token, ...others] = shownTokens(request);
  // A second cookie of the name was set by somebody else, for example by a page of a neighbour domain.
  if (!token || others.length > 0 || request.method !== 'POST' || !isFromOwnPage(request)) return null;
  const pageHolder = request.get(holderHeader) ?? null;
  return { token, isByPerson: request.headers[refreshHeader] === undefined, pageHolder };
}

/**
 * Returns each token that the request has, in the order of the cookies. A browser has one, unless somebody else set a
 * cookie of this name.
 */
export function shownTokens(request: Request): string[] {
  const wanted = cookieName(request);
  return (request.headers.cookie ?? '').split(';').flatMap((cookie) => {
    const [name, value = ''] = cookie.split('=', 2);
    return name!.trim() === wanted ? [value.trim()] : [];
  });
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

function setCookie(request: Request, response: Response, value: string, more: string[]): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(isOverTls(request) ? ['Secure'] : []), ...more];
  response.append('Set-Cookie', [`${cookieName(request)}=${value}`, ...attributes].join('; '));
}

/** Returns the name. Over TLS, the prefix makes browsers refuse such a cookie from any other host, and over plain HTTP. */
function cookieName(request: Request): string {
  return isOverTls(request) ? '__Host-openplug_session' : 'openplug_session';
}

/**
 * Says whether the browser came over TLS. Behind a proxy that ends TLS and is not named in TRUST_PROXY, only the origin of
 * the page says so; browsers send it with every POST.
 */
function isOverTls({ secure, headers: { origin } }: Request): boolean {
  return secure || origin?.toLowerCase().startsWith('https://') === true;
}
