import type { Language } from '../../rules/failures/valueProblems.ts';
import { findProblem, signedRequestRules, type ParameterRules } from '../../rules/signing/parameters.ts';
import type { EndpointRules } from '../../rules/signing/specifiedEndpoints.ts';
import type { EndpointName } from '../documentedEndpoints.ts';
import { errorsOfEndpoint, type DocumentedError } from '../errors/documentedErrors.ts';
import { exampleAnswer, exampleCall } from '../exampleCall.ts';
import { reference, type Schema } from './schemas.ts';
import type { DocumentTexts } from './texts/documentTexts.ts';

/** The schema of each endpoint's answer with status 200. */
const answers: Record<EndpointName, string> = {
  baseInfo: 'SignedUser',
  paymentsRecord: 'SignedOrder',
  goods: 'CreatedGoods',
  sandboxUser: 'SignedSandboxUser',
  sandboxOrder: 'SignedOrder',
  sandboxPayment: 'SignedOrder',
  sandboxCallback: 'SignedFetchedCallback',
  sandboxAnswer: 'SignedReportedAttempt',
};

/**
 * Describes an endpoint by its rules. Parameters may travel in other places, too; the document has the usual one: the
 * query of a GET and the body of a POST.
 */
export function operation(name: EndpointName, rules: EndpointRules, texts: DocumentTexts, language: Language): object {
  const parameters: ParameterRules = { ...signedRequestRules, ...rules.parameters };
  const { summary, description, answer } = texts.operations[name];
  return {
    operationId: name,
    summary,
    description,
    ...(rules.method === 'GET' ? inQuery(name, parameters, texts) : inBody(name, { ...rules, parameters }, texts)),
    responses: {
      200: {
        description: answer,
        headers: { 'X-Request-Id': header('RequestId') },
        content: { 'application/json': { schema: reference(answers[name]), example: exampleAnswer(name) } },
      },
      ...failures(errorsOfEndpoint(rules.refusals ?? [], language), texts),
    },
  };
}

function inQuery(endpoint: EndpointName, rules: ParameterRules, texts: DocumentTexts): object {
  const example = exampleCall(endpoint);
  return {
    parameters: Object.entries(rules).map(([name, { schema, absent }]) => ({
      name,
      in: 'query',
      required: absent === undefined,
      description: meaningOf(endpoint, name, texts),
      schema: { ...schema, ...byDefault(rules[name]!) },
      example: example[name],
    })),
  };
}

function inBody(endpoint: EndpointName, { parameters: rules, oneOf }: EndpointRules, texts: DocumentTexts): object {
  const properties = Object.entries(rules).map(([name, { schema }]) => [
    name,
    { ...schema, ...byDefault(rules[name]!), description: meaningOf(endpoint, name, texts) },
  ]);
  const schema: Schema = {
    type: 'object',
    required: Object.keys(rules).filter((name) => rules[name]!.absent === undefined),
    ...(oneOf && { anyOf: oneOf.map((name) => ({ required: [name] })) }),
    properties: Object.fromEntries(properties) as Record<string, Schema>,
  };
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  const example = exampleCall(endpoint);
  return {
    requestBody: {
      // The query string alone is accepted, too.
      required: false,
      description: texts.body,
      content: Object.fromEntries(types.map((type) => [type, { schema, example }])),
    },
  };
}

function meaningOf(endpoint: EndpointName, parameter: string, texts: DocumentTexts): string | undefined {
  return texts.operations[endpoint].parameters?.[parameter] ?? texts.parameters[parameter];
}

/** Returns the value that stands for none, if it can also be sent. */
function byDefault(rule: ParameterRules[string]): Schema {
  const { absent } = rule;
  return absent === undefined || findProblem(rule, String(absent)) ? {} : { default: absent };
}

/** Describes the answers other than 200, by status: each has the errors that it can stand for as its examples. */
function failures(
  byStatus: Map<number, DocumentedError[]>,
  { statuses, refusals }: DocumentTexts,
): Record<number, object> {
  const responses = [...byStatus].map(([status, errors]) => [
    status,
    {
      description: describeStatus(statuses[status]!, errors, refusals),
      headers: {
        'X-Request-Id': header('RequestId'),
        Link: header('Help'),
        ...(status === 405 && { Allow: header('Allow') }),
        ...(errors.some(({ hasRetryAfter }) => hasRetryAfter) && { 'Retry-After': header('RetryAfter') }),
      },
      content: {
        'application/json': {
          schema: reference('Error'),
          examples: Object.fromEntries(errors.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    },
  ]);
  return Object.fromEntries(responses) as Record<number, object>;
}

/** Adds what else the status can mean here to its first sentence. */
function describeStatus(text: string, errors: DocumentedError[], refusals: Partial<Record<string, string>>): string {
  const ways = errors.map(({ code }) => refusals[code] ?? '').join('');
  return text.replace(/[.。]/, (end) => ways + end);
}

function header(name: string): object {
  return { $ref: `#/components/headers/${name}` };
}
