import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type Request, type Response } from 'express';

/**
 * Serves GraphiQL at GET /graphql to browsers; people sign in there as in the console. Callers of the API never accept text/html first.
 *
 * GraphiQL 3 is the last line whose package has a script that browsers can run as it is; later ones are modules for a
 * bundler, with Monaco's megabytes and workers. React 18 is the last with such a script too. So nothing is built, and
 * nothing comes from elsewhere.
 */
export function explorerRoutes(folder: string): Router {
  const router = Router({ caseSensitive: true });
  // With `get`, Express would answer OPTIONS too.
  router.all('/graphql', (request, response, next) => {
    if (!isBrowser(request)) {
      next();
      return;
    }
    response.set(pageHeaders);
    send(response, join(folder, 'explorer.html'));
  });
  for (const [name, path] of Object.entries(filesOf(folder))) {
    router.get(`/graphql/explorer/${name}`, (_request, response) => send(response, path));
  }
  return router;
}

function isBrowser(request: Request): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && request.accepts(['json', 'html']) === 'html';
}

function send(response: Response, path: string): void {
  // The folder may lie below one whose name starts with a dot.
  response.sendFile(path, { dotfiles: 'allow', cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });
}

function filesOf(folder: string): Record<string, string> {
  const { resolve } = createRequire(import.meta.url);
  // React does not export these files; it exports where they are.
  const umd = (name: string) => join(dirname(resolve(`${name}/package.json`)), 'umd', `${name}.production.min.js`);
  return {
    'explorer.js': join(folder, 'explorer.js'),
    'explorer.css': join(folder, 'explorer.css'),
    'graphiql.js': resolve('graphiql/graphiql.min.js'),
    'graphiql.css': resolve('graphiql/graphiql.min.css'),
    'react.js': umd('react'),
    'react-dom.js': umd('react-dom'),
  };
}

/** The policy of the page. GraphiQL's fonts and some images are in its style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  Vary: 'Accept',
};
