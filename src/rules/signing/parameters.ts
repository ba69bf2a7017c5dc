import type { Parameters } from './canonicalString.ts';
import type { Problem } from '../failures/valueProblems.ts';
import { Refusal } from '../failures/refusal.ts';
import * as values from '../values/values.ts';

/** A rule that reads one parameter from its text, as a value or as a problem. */
export interface ParameterRule<Value> {
  read(text: string): Value | Problem;
  /** The values that `read` accepts. */
  schema: ValueSchema;
  /** The value when the parameter is absent; a rule without it is of a required parameter. */
  absent?: Value;
}

/** A set of values, in the words of JSON Schema. */
export interface ValueSchema {
  type: 'string' | 'integer' | readonly ['integer', 'string'];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  /** The lengths of a text that may be empty, or has a least length. */
  anyOf?: readonly [{ maxLength: 0 }, { minLength: number }];
}

export type ParameterRules = Record<string, ParameterRule<string | number>>;
export type ValuesOf<Rules extends ParameterRules> = {
  [Name in keyof Rules]: Rules[Name] extends ParameterRule<infer Value> ? Value : never;
};

/** The parameters that every endpoint requires (specification, Endpoints). */
export const signedRequestRules = {
  plugin_id: line(values.checkLookup),
  // The specification calls it a string in one place and an integer in the others.
  timestamp: text(/^\d+$/, { code: 'unixSeconds' }, { type: ['integer', 'string'], minimum: 0 }),
  sign: text(/^[0-9A-Fa-f]{64}$/, { code: 'hexDigits', length: 64 }),
} satisfies ParameterRules;

export const accessToken = textOfLength(values.accessTokenLength);
export const title = line(values.checkTitle);
export const outOrderId = line(values.checkLookup);
export const totalFee = wholeNumber(values.checkTotalFeeFen);
export const payLimit = { ...wholeNumber(values.checkPayLimit), absent: 0 };

export const sandboxNickname = { ...line(values.checkNickname), absent: 'Sandbox user' };
export const goodsId = line(values.checkLookup);
export const orderId = line(values.checkLookup);
export const newOutOrderId = optional(values.checkOutOrderId, {
  pattern: values.outOrderIdPattern,
  maxLength: values.longestOutOrderId,
  anyOf: [{ maxLength: 0 }, { minLength: values.shortestOutOrderId }],
});
export const attach = optional(values.checkAttach, {
  pattern: values.withoutNulPattern,
  maxLength: values.longestAttach,
});

/** The parameters with which a listener reports how a callback was answered. */
export const attemptNumber = wholeNumber(values.checkAttemptNumber);
export const lease = line(values.checkLookup);
/** 0 stands for none. It cannot be sent. */
export const httpStatus = { ...wholeNumber(values.checkReportedStatus), absent: 0 };
/** The first 4 KiB of the answer. */
export const answerBody = optional(values.checkBase64, {
  pattern: values.base64Pattern.source,
  maxLength: values.longestBase64,
});
/** 1: the body went on. */
export const truncated = { ...wholeNumber(values.checkFlag), absent: 0 };
const shortLine = { pattern: values.optionalLinePattern, maxLength: values.longestReason };
export const answerHeader = optional(values.checkReason, shortLine);
/** Any line is accepted: it only serves to explain a redirect. */
export const calledUrl = optional(values.checkReason, shortLine);
export const failure = optional(values.checkReportedFailure, { enum: ['', ...values.reportedFailures] });
export const failureError = optional(values.checkReason, shortLine);
export const durationMs = { ...wholeNumber(values.checkCount), absent: 0 };

/**
 * Reads all named parameters, or throws INVALID_PARAMETERS with everything that is wrong. `unreadable` are the
 * parameters that had no single text to begin with (objects, different values for one name). One of `oneOf` must be given.
 */
export function readParameters<Rules extends ParameterRules>(
  rules: Rules,
  parameters: Parameters,
  unreadable: ReadonlyMap<string, Problem>,
  oneOf: readonly string[] = [],
): ValuesOf<Rules> {
  const problems = new Map<string, Problem[]>();
  for (const [name, problem] of unreadable) problems.set(name, [problem]);

  const read = Object.entries(rules).map(([name, rule]) => {
    const value = readOne(rule, parameters.get(name));
    if (isProblem(value) && !problems.has(name)) problems.set(name, [value]);
    return [name, value];
  });

  if (!oneOf.some((name) => problems.has(name))) {
    for (const [name, problem] of findMissingChoice(oneOf, parameters)) problems.set(name, [problem]);
  }
  if (problems.size > 0) throw new Refusal('INVALID_PARAMETERS', { fields: problems });
  return Object.fromEntries(read) as ValuesOf<Rules>;
}

/** Returns the problem of each of these parameters when none of them is given. An empty one is not. */
export function findMissingChoice(oneOf: readonly string[], parameters: Parameters): [string, Problem][] {
  if (oneOf.some((name) => parameters.get(name))) return [];
  return oneOf.map((name) => {
    const others = oneOf.filter((other) => other !== name).join(' or ');
    return [name, { code: 'requiredUnless', name: others }];
  });
}

/** Returns the problem with the text of a parameter that was sent, or undefined. */
export function findProblem(rule: ParameterRule<string | number>, sent: string): Problem | undefined {
  const value = readOne(rule, sent);
  return isProblem(value) ? value : undefined;
}

function readOne(rule: ParameterRule<string | number>, sent: string | undefined): string | number | Problem {
  if (sent === undefined) return rule.absent ?? { code: 'required' };
  if (rule.absent !== undefined) return values.asOptional(rule.read(sent));
  return sent === '' ? { code: 'required' } : rule.read(sent);
}

function isProblem(value: string | number | Problem): value is Problem {
  return typeof value === 'object';
}

function line(check: values.LineCheck): ParameterRule<string> {
  return {
    read: (value) => check(value) ?? value,
    schema: { type: 'string', minLength: check.shortest, maxLength: check.longest, pattern: values.linePattern },
  };
}

function text(pattern: RegExp, problem: Problem, schema: ValueSchema = { type: 'string' }): ParameterRule<string> {
  return { read: (value) => (pattern.test(value) ? value : problem), schema: { ...schema, pattern: pattern.source } };
}

/** Reads text that may be left out, which is the same as an empty one. */
function optional(check: (value: string) => Problem | undefined, schema: Omit<ValueSchema, 'type'>) {
  const read = (value: string) => (value === '' ? '' : (check(value) ?? value));
  return { read, schema: { type: 'string', ...schema }, absent: '' } satisfies ParameterRule<string>;
}

function textOfLength(length: number): ParameterRule<string> {
  return {
    read: (value) => (values.countCharacters(value) === length ? value : { code: 'exactLength', length }),
    schema: { type: 'string', minLength: length, maxLength: length },
  };
}

/**
 * Reads plain decimal digits. `1e2`, `100.0` and `+100` are refused, so that nothing is guessed. The OpenAPI document says
 * beside each body that JSON may have them as text. The schema does not: generated programs would have a value of two types.
 */
function wholeNumber(check: values.NumberCheck): ParameterRule<number> {
  const range = { min: check.least, max: check.most };
  return {
    read: (value) =>
      /^(0|-?[1-9]\d*)$/.test(value) ? (check(Number(value)) ?? Number(value)) : { code: 'wholeNumber', ...range },
    schema: { type: 'integer', minimum: range.min, maximum: range.max },
  };
}
