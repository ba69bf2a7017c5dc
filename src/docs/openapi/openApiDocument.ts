import { helpLink } from '../../http/helpLink.ts';
import type { Language } from '../../rules/failures/valueProblems.ts';
import type { EndpointRules } from '../../rules/signing/specifiedEndpoints.ts';
import { documentedEndpoints, type EndpointName } from '../documentedEndpoints.ts';
import { documentedCodes, documentedError } from '../errors/documentedErrors.ts';
import { explanations } from '../errors/explanations.ts';
import { callback } from './callback.ts';
import { operation } from './operation.ts';
import { schemas } from './schemas.ts';
import { textsOf } from './texts/textsOf.ts';

export type Endpoints = Readonly<Record<EndpointName, EndpointRules>>;

/**
 * Returns the OpenAPI 3.1 document of the developers' door: made of the rules that validate requests and of the messages
 * that answer them, so that it cannot say anything else.
 */
export function openApiDocument(
  version: string,
  language: Language = 'en',
  endpoints: Endpoints = documentedEndpoints,
): Record<string, unknown> {
  const texts = textsOf[language];
  return {
    openapi: '3.1.0',
    info: {
      title: texts.title,
      version,
      description: texts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: texts.server }],
    security: [{ signature: [] }],
    paths: paths(endpoints, (name, rules) => operation(name, rules, texts, language)),
    webhooks: { paymentSucceeded: { post: callback(texts) } },
    components: {
      securitySchemes: { signature: { type: 'apiKey', in: 'query', name: 'sign', description: texts.signature } },
      schemas: schemas(texts),
      headers: {
        RequestId: { description: texts.headers.requestId, schema: { type: 'string' } },
        Help: { description: texts.headers.help, schema: { type: 'string' }, example: helpLink('SIGNATURE_WRONG') },
        Allow: { description: texts.headers.allow, schema: { type: 'string' }, example: 'POST' },
        RetryAfter: { description: texts.headers.retryAfter, schema: { type: 'integer', minimum: 1 } },
      },
      examples: examples(language),
    },
  };
}

/** Returns the operations by path and method; a path may have several methods. */
function paths(
  endpoints: Endpoints,
  describe: (name: EndpointName, rules: EndpointRules) => object,
): Record<string, Record<string, object>> {
  const byPath: Record<string, Record<string, object>> = {};
  for (const [name, rules] of Object.entries(endpoints) as [EndpointName, EndpointRules][]) {
    byPath[rules.path] = { ...byPath[rules.path], [rules.method.toLowerCase()]: describe(name, rules) };
  }
  return byPath;
}

/** Returns an answer for each of the errors, in the language. */
function examples(language: Language): Record<string, object> {
  const all = documentedCodes.map((code) => {
    const { cause, fix } = explanations[language][code];
    return [code, { summary: cause, description: fix, value: documentedError(code, language).body }];
  });
  return Object.fromEntries(all) as Record<string, object>;
}
