import type { Parameters } from './canonicalString.ts';
import type { Problem } from '../failures/valueProblems.ts';
import { Refusal } from '../failures/refusal.ts';
import * as values from '../values/values.ts';

/** A rule that reads one parameter from its text, as a value or as a problem. */
export interface ParameterRule<Value> {
  read(text: string): Value | Problem;
  /** The value when the parameter is absent; a rule without it is of a required parameter. */
  absent?: Value;
}

export type ParameterRules = Record<string, ParameterRule<string | number>>;
export type ValuesOf<Rules extends ParameterRules> = {
  [Name in keyof Rules]: Rules[Name] extends ParameterRule<infer Value> ? Value : never;
};

/** The parameters that every endpoint requires (specification, Endpoints). */
export const signedRequestRules = {
  plugin_id: text(values.checkLookup),
  timestamp: text((value) => (/^\d+$/.test(value) ? undefined : { code: 'unixSeconds' })),
  sign: text((value) => (/^[0-9a-f]{64}$/i.test(value) ? undefined : { code: 'hexDigits', length: 64 })),
} satisfies ParameterRules;

export const accessToken = text((value) =>
  values.countCharacters(value) === values.accessTokenLength
    ? undefined
    : { code: 'exactLength', length: values.accessTokenLength },
);
export const title = text(values.checkTitle);
export const outOrderId = text(values.checkLookup);
export const totalFee = wholeNumber(values.checkTotalFeeFen, 1);
export const payLimit = { ...wholeNumber(values.checkPayLimit, 0), absent: 0 };

/**
 * Reads all named parameters, or throws INVALID_PARAMETERS with everything that is wrong. `unreadable` are the
 * parameters that had no single text to begin with (objects, different values for one name).
 */
export function readParameters<Rules extends ParameterRules>(
  rules: Rules,
  parameters: Parameters,
  unreadable: ReadonlyMap<string, Problem>,
): ValuesOf<Rules> {
  const problems = new Map<string, Problem[]>();
  for (const [name, problem] of unreadable) problems.set(name, [problem]);

  const read = Object.entries(rules).map(([name, rule]) => {
    const value = readOne(rule, parameters.get(name));
    if (isProblem(value) && !problems.has(name)) problems.set(name, [value]);
    return [name, value];
  });

  if (problems.size > 0) throw new Refusal('INVALID_PARAMETERS', { fields: problems });
  return Object.fromEntries(read) as ValuesOf<Rules>;
}

/** Returns the problem with the text of a parameter that was sent, or undefined. */
export function findProblem(rule: ParameterRule<string | number>, sent: string): Problem | undefined {
  const value = readOne(rule, sent);
  return isProblem(value) ? value : undefined;
}

function readOne(rule: ParameterRule<string | number>, sent: string | undefined): string | number | Problem {
  if (sent === undefined) return rule.absent ?? { code: 'required' };
  if (sent === '' && rule.absent === undefined) return { code: 'required' };
  return rule.read(sent);
}

function isProblem(value: string | number | Problem): value is Problem {
  return typeof value === 'object';
}

function text(check: (value: string) => Problem | undefined): ParameterRule<string> {
  return { read: (value) => check(value) ?? value };
}

/** Reads plain decimal digits. `1e2`, `100.0` and `+100` are refused, so that nothing is guessed. */
function wholeNumber(check: (value: number) => Problem | undefined, min: number): ParameterRule<number> {
  return {
    read: (value) =>
      /^(0|-?[1-9]\d*)$/.test(value)
        ? (check(Number(value)) ?? Number(value))
        : { code: 'wholeNumber', min, max: values.largestInteger },
  };
}
