import { describeProblem, type Language, type Problem } from '../../rules/failures/valueProblems.ts';
import {
  findMissingChoice,
  findProblem,
  signedRequestRules,
  type ParameterRule,
} from '../../rules/signing/parameters.ts';
import type { EndpointRules } from '../../rules/signing/specifiedEndpoints.ts';
import { documentedEndpoints } from '../documentedEndpoints.ts';

/** Texts that are wrong in each way in which a text can be wrong. The longest one is longer than any rule allows. */
const wrongTexts = ['', ' ', '\0', 'x', 'x'.repeat(10_000), ' padded ', 'hidden\u200B', '-1', '99999999999'];

/** Problems of any parameter, whatever its rule is. */
const ofAny: readonly Problem[] = [{ code: 'notText' }, { code: 'differentValues' }, { code: 'malformedText' }];

/** Returns the sentences that `errors` can have, by the name of the parameter. The name `*` stands for any. */
export function parameterSentences(language: Language): Map<string, string[]> {
  const byName = new Map<string, Set<string>>();
  const add = (name: string, problems: readonly Problem[]) => {
    const sentences = problems.map((problem) => describeProblem(name, anyCharacter(problem), language));
    byName.set(name, new Set([...(byName.get(name) ?? []), ...sentences]));
  };
  // Two endpoints can have different rules for parameters of one name.
  for (const { parameters, oneOf = [] } of [{ parameters: signedRequestRules }, ...endpoints()]) {
    for (const [name, rule] of Object.entries<ParameterRule<string | number>>(parameters)) {
      add(
        name,
        wrongTexts.flatMap((text) => findProblem(rule, text) ?? []),
      );
    }
    for (const [name, problem] of findMissingChoice(oneOf, new Map())) add(name, [problem]);
  }
  add('*', ofAny);
  return new Map([...byName].map(([name, sentences]) => [name, [...sentences]]));
}

function endpoints(): Pick<EndpointRules, 'parameters' | 'oneOf'>[] {
  return Object.values<EndpointRules>(documentedEndpoints);
}

/** Puts an ellipsis in place of the one invisible character that was found. */
function anyCharacter(problem: Problem): Problem {
  return problem.code === 'invisibleCharacter' ? { ...problem, found: 'U+…' } : problem;
}
