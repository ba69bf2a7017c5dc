import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { requireMethod } from '../../http/routeHelpers.ts';
import { wantedLanguage, wantedTheme } from './preferences.ts';

/** The paths of the console's pages. Each is the same document, whose script shows the page. */
export const consolePages = [
  '/console',
  '/console/orders',
  '/console/orders/:orderId',
  '/console/plugins',
  '/console/plugins/:pluginId',
  '/console/doctor',
  '/console/rejected',
  '/console/keys',
  '/console/audit',
];

/**
 * Serves the staff's web console, which `npm run build` makes in `folder`. The page may load nothing from elsewhere, and
 * its scripts and styles are files: the policy allows none inside the document.
 */
export function consoleRoutes(folder: string): Router {
  const router = Router({ caseSensitive: true });
  const document = readDocument(folder);

  const sendPage = (request: Request, response: Response) => {
    if (document === null) {
      response.status(503).type('text').send('The console is not built: run `npm run build`, and start again.\n');
      return;
    }
    const language = wantedLanguage(request);
    response
      .set({ 'Content-Security-Policy': contentSecurityPolicy, 'Content-Language': language })
      .vary('Accept-Language, Cookie')
      .type('html')
      .send(document.replace('<html>', `<html lang="${language}" data-theme="${wantedTheme(request)}">`));
  };
  router.all(consolePages, requireMethod('GET'), sendPage);
  router.all('/console/assets/:name', requireMethod('GET'), sendAssets(join(folder, 'assets')));
  // A person with a mistyped link reads the console's page for that; programs get the service's answer.
  router.get('/console/*path', (request, response, next) => {
    if (request.accepts('json', 'html') === 'html') sendPage(request, response.status(404));
    else next();
  });
  return router;
}

/** Returns null if there is no build, as in many tests. */
function readDocument(folder: string): string | null {
  const path = join(folder, 'index.html');
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Sends files whose names have a hash of their content, so that browsers may keep them for ever. */
function sendAssets(folder: string) {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request: Request, response: Response, next: () => void) => {
    const name = request.params['name'] as string;
    const type = mediaTypes[extname(name)];
    if (!names.has(name) || type === undefined) {
      next();
      return;
    }
    const encoding = request.acceptsEncodings(Object.keys(endings)) || 'identity';
    const ending = endings[encoding] ?? '';
    const compressed = names.has(name + ending) ? ending : '';
    response.vary('Accept-Encoding');
    // The folder may lie below one whose name starts with a dot.
    const options = {
      dotfiles: 'allow' as const,
      cacheControl: false,
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        ...(compressed === '' ? {} : { 'Content-Encoding': encoding }),
      },
    };
    // A build beside the running service has replaced the file.
    response.sendFile(join(folder, name + compressed), options, (error) => {
      if (error && !response.headersSent) next();
    });
  };
}

/** The ending of the file of each encoding of an asset, the smallest first. The build writes them. */
const endings: Record<string, string> = { br: '.br', gzip: '.gz', identity: '' };

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
