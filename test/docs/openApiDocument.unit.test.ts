import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentedCodes } from '../../src/docs/errors/documentedErrors.ts';
import { documentedEndpoints, type EndpointName } from '../../src/docs/documentedEndpoints.ts';
import { exampleAnswer, exampleCall, exampleCallback } from '../../src/docs/exampleCall.ts';
import { openApiDocument } from '../../src/docs/openapi/openApiDocument.ts';
import { findProblem, signedRequestRules, type ParameterRule } from '../../src/rules/signing/parameters.ts';
import { testVectors } from '../support/testVectors.ts';
import { findUndocumented } from '../support/documentedAnswer.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const names = Object.keys(documentedEndpoints) as EndpointName[];

describe.each(['en', 'zh'] as const)('the document in %s', (language) => {
  const document = openApiDocument(version, language);

  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('has nothing that the linter finds', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});

it('docs/openapi.json is this document', () => {
  expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(openApiDocument(version));
});

it('its examples are as it says, and so are the answers to them', () => {
  for (const name of names) {
    const { method, path } = documentedEndpoints[name];
    expect(findUndocumented(method, path, 200, exampleAnswer(name))).toEqual([]);
  }
  expect(findUndocumented('GET', '/payments/record', 200, exampleCallback())).toEqual([]);
});

it('has an example of every error that developers can meet', () => {
  const document = openApiDocument(version) as { components: { examples: object } };
  expect(Object.keys(document.components.examples).toSorted()).toEqual(documentedCodes.toSorted());
});

it('changes when the rule of a parameter does', () => {
  const { goods } = documentedEndpoints;
  const title = { ...goods.parameters.title, schema: { ...goods.parameters.title.schema, maxLength: 51 } };
  const changed = openApiDocument(version, 'en', {
    ...documentedEndpoints,
    goods: { ...goods, parameters: { ...goods.parameters, title } },
  });
  expect(JSON.stringify(changed)).toContain('"maxLength":51');
  expect(JSON.stringify(openApiDocument(version))).not.toContain('"maxLength":51');
});

it('asks for no body, because the query string can have all parameters', () => {
  const { paths } = openApiDocument(version) as { paths: Record<string, { post?: { requestBody: object } }> };
  const bodies = Object.values(paths).flatMap(({ post }) => post?.requestBody ?? []);
  expect(bodies).toHaveLength(6);
  for (const body of bodies) expect(body).toMatchObject({ required: false });
});

it('says that one of two parameters must be sent', () => {
  const document = openApiDocument(version) as {
    paths: Record<string, { post: { requestBody: { content: object } } }>;
  };
  const { content } = document.paths['/sandbox/answers']!.post.requestBody;
  const { schema } = (content as Record<string, { schema: object }>)['application/json']!;
  const accepts = new Ajv2020({ strict: false }).compile(schema);
  const { http_status: status, ...others } = exampleCall('sandboxAnswer');
  const sent = [{ ...others, http_status: status }, { ...others, failure: 'TIMED_OUT' }, others];
  expect(sent.map((one) => accepts(one))).toEqual([true, true, false]);
});

describe('the words about an endpoint', () => {
  const document = openApiDocument(version) as unknown as {
    paths: Record<string, Record<string, { responses: Record<number, { description: string }> }>>;
  };
  const wordsOf = (method: string, path: string, status: number) =>
    document.paths[path]![method]!.responses[status]!.description;

  it('name only what the endpoint can answer', () => {
    expect(wordsOf('get', '/baseinfo', 400)).toBe('The request cannot be read.');
    expect(wordsOf('get', '/payments/record', 400)).toBe('The request cannot be read, or the order is unknown.');
    expect(wordsOf('post', '/sandbox/users', 401)).toBe('The signature is wrong.');
    expect(wordsOf('post', '/goods', 401)).toBe('The signature is wrong, or the access token is unknown.');
    expect(wordsOf('post', '/sandbox/users', 429)).toContain('Too many requests, or the sandbox plugin is full. Wait');
    expect(wordsOf('post', '/sandbox/payments', 429)).toContain('Too many requests. Wait');
  });

  it('say that out_order_id of a new order is the number that it will have', () => {
    const { post } = document.paths['/sandbox/orders']! as unknown as {
      post: { requestBody: { content: Record<string, { schema: { properties: object } }> } };
    };
    const { properties } = post.requestBody.content['application/json']!.schema;
    expect(properties).toMatchObject({ out_order_id: { description: expect.stringMatching(/^Your own number for/) } });
  });
});

describe('what the document says about a parameter is what the service reads', () => {
  const rules = [
    ['every endpoint', signedRequestRules] as const,
    ...names.map((name) => [name, documentedEndpoints[name].parameters] as const),
  ].flatMap(([endpoint, ofEndpoint]) =>
    Object.entries<ParameterRule<string | number>>(ofEndpoint).map(([name, rule]) => ({
      name: `${name} of ${endpoint}`,
      rule,
    })),
  );
  const edgeText = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' ', '\u00A0', '\u3000', '\uFEFF', '\0', '\t', '\n', '\u007F', '\u0085', '\u009F'),
      fc.constantFrom('a', 'F', '0', '9', '-', '会', '😀'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 70,
  });
  const ofVectors = testVectors.requests.flatMap(({ parameters }) => Object.values(parameters));
  const anyText = fc.oneof(
    edgeText,
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 30, maxLength: 66 }),
    fc.string({
      unit: fc.constantFrom('a', '7', '会', '😀', ' ', '\u200B', '\u00AD', '\u3000', '\u{E0001}'),
      maxLength: 9,
    }),
    fc.string({ unit: fc.constantFrom('a', ' ', '😀'), minLength: 4, maxLength: 66 }),
    fc.integer({ min: -(2 ** 32), max: 2 ** 32 }).map(String),
    fc.integer({ min: -2, max: 1001 }).map(String),
    fc.constantFrom(...ofVectors),
  );

  it.each(rules)('$name', ({ rule }) => {
    const accepts = new Ajv2020({ allowUnionTypes: true }).compile(rule.schema);
    const isWholeNumber = rule.schema.type === 'integer';
    fc.assert(
      fc.property(anyText, (text) => {
        // In a query all values are text, and whole numbers have one way in which they are written.
        const value = isWholeNumber && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
        const isRead = findProblem(rule, text) === undefined;
        expect(accepts(value)).toBe(isRead);
      }),
      { numRuns: 2000 },
    );
  });
});
