import type { IncomingMessage } from 'node:http';
import { request as expressRequest, type Request } from 'express';
import type { Language } from '../rules/failures/valueProblems.ts';

/**
 * Returns the language of messages: Chinese if Accept-Language prefers it. Express decides, also about a request that never
 * reaches it.
 */
export function languageOf(request: IncomingMessage): Language {
  return expressRequest.acceptsLanguages.call(request as Request, 'en', 'zh') === 'zh' ? 'zh' : 'en';
}
