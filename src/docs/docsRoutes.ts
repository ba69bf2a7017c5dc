import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { fixedBody, sendFixed, type FixedBody } from '../http/fixedBody.ts';
import { requireMethod } from '../http/routeHelpers.ts';
import { openApiDocument } from './openapi/openApiDocument.ts';

/**
 * Serves the documentation for developers, to everybody. `npm run build` makes its pages in `folder`. They may load nothing
 * from elsewhere and send nothing anywhere, so that a secret that is typed into a page cannot leave it.
 */
export function docsRoutes(version: string, folder: string): Router {
  const router = Router({ caseSensitive: true });
  const openApi = fixedBody(mediaTypes['.json']!, JSON.stringify(openApiDocument(version)));
  router.all('/openapi.json', requireMethod('GET'), (request, response) => sendFixed(request, response, openApi));

  const files = readFiles(folder);
  router.all(['/docs', '/docs/*path'], requireMethod('GET'), (request, response, next) => {
    if (files.size === 0) {
      response.status(503).type('text').send('The pages are not built: run `npm run build`, and start again.\n');
      return;
    }
    const path = request.path.slice('/docs'.length).replace(/^\/|\/$/g, '');
    const asset = path.startsWith('assets/') ? files.get(path) : undefined;
    const file = path === 'test-vectors.json' ? files.get(path) : undefined;
    const page = asset || file ? undefined : findPage(files, path, request);
    if (asset) sendFixed(request, response, asset, 'public, max-age=31536000, immutable');
    else if (file) sendFixed(request, response, file);
    else if (page) sendPage(request, response, page);
    else if (wantsPage(path, request))
      sendPage(request, response.status(404).vary('Accept'), notFoundPage(files, path, request));
    else next();
  });
  return router;
}

interface Page {
  language: string;
  body: FixedBody;
  /** True: the address names no language, so the browser's decides. */
  isNegotiated: boolean;
}

/** Finds a page by an address with its language, such as `zh/errors`, or without one, such as `errors`. */
function findPage(files: ReadonlyMap<string, FixedBody>, path: string, request: Request): Page | undefined {
  const { language, isNegotiated, name } = readAddress(path, request);
  const body = files.get(`${language}/${name}.html`);
  return body && { language, body, isNegotiated };
}

/** True for a browser that asks for a page. Programs get JSON, as everywhere. */
function wantsPage(path: string, request: Request): boolean {
  return !path.startsWith('assets/') && request.accepts(['json', 'html']) === 'html';
}

function notFoundPage(files: ReadonlyMap<string, FixedBody>, path: string, request: Request): Page {
  const { language, isNegotiated } = readAddress(path, request);
  return { language, body: files.get(`not-found/${language}.html`)!, isNegotiated };
}

function readAddress(path: string, request: Request) {
  const [, named, rest = ''] = /^(en|zh)(?:\/(.*))?$/.exec(path) ?? [];
  const language = named ?? (request.acceptsLanguages(['en', 'zh']) || 'en');
  return { language, isNegotiated: named === undefined, name: (named ? rest : path) || 'index' };
}

function sendPage(request: Request, response: Response, { language, body, isNegotiated }: Page): void {
  response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Content-Language': language });
  if (isNegotiated) response.vary('Accept-Language');
  sendFixed(request, response, body);
}

/** Reads all files of the build, by their paths in it. There are none without a build, as in many tests. */
function readFiles(folder: string): Map<string, FixedBody> {
  if (!existsSync(join(folder, 'built.txt'))) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && mediaTypes[extname(entry.name)] !== undefined)
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((path) => [
      relative(folder, path).split(sep).join('/'),
      fixedBody(mediaTypes[extname(path)]!, readFileSync(path)),
    ]),
  );
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
