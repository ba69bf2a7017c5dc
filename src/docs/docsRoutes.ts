import { Router } from 'express';
import { fixedBody, sendFixed } from '../http/fixedBody.ts';
import { requireMethod } from '../http/routeHelpers.ts';
import { openApiDocument } from './openapi/openApiDocument.ts';

/** Serves the documentation for developers, to everybody. */
export function docsRoutes(version: string): Router {
  const router = Router({ caseSensitive: true });
  const openApi = fixedBody('application/json; charset=utf-8', JSON.stringify(openApiDocument(version)));
  router.all('/openapi.json', requireMethod('GET'), (request, response) => sendFixed(request, response, openApi));
  return router;
}
