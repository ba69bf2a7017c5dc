import { describeProblem, type Language, type Problem } from '../../rules/failures/valueProblems.ts';
import { findProblem, signedRequestRules, type ParameterRule } from '../../rules/signing/parameters.ts';
import { documentedEndpoints } from '../documentedEndpoints.ts';

/** Texts that are wrong in each way in which a text can be wrong. */
const wrongTexts = ['', '\0', 'x', 'x'.repeat(100), '-1', '99999999999'];

/** Problems of any parameter, whatever its rule is. */
const ofAny: readonly Problem[] = [{ code: 'notText' }, { code: 'differentValues' }, { code: 'malformedText' }];

/** Returns the sentences that `errors` can have, by the name of the parameter. The name `*` stands for any. */
export function parameterSentences(language: Language): Map<string, string[]> {
  const byName = new Map<string, Set<string>>();
  // Two endpoints can have different rules for parameters of one name.
  for (const rules of [signedRequestRules, ...Object.values(documentedEndpoints).map(({ parameters }) => parameters)]) {
    for (const [name, rule] of Object.entries<ParameterRule<string | number>>(rules)) {
      const problems = wrongTexts.flatMap((text) => findProblem(rule, text) ?? []);
      const sentences = problems.map((problem) => describeProblem(name, problem, language));
      byName.set(name, new Set([...(byName.get(name) ?? []), ...sentences]));
    }
  }
  byName.set('*', new Set(ofAny.map((problem) => describeProblem('*', problem, language))));
  return new Map([...byName].map(([name, sentences]) => [name, [...sentences]]));
}
