import { describeProblem, type Language, type Problem } from '../../rules/failures/valueProblems.ts';
import { findProblem, signedRequestRules, type ParameterRules } from '../../rules/signing/parameters.ts';
import { specifiedEndpoints } from '../../rules/signing/specifiedEndpoints.ts';

/** Texts that are wrong in each way in which a text can be wrong. */
const wrongTexts = ['', '\0', 'x', 'x'.repeat(100), '-1', '99999999999'];

/** Problems of any parameter, whatever its rule is. */
const ofAny: readonly Problem[] = [{ code: 'notText' }, { code: 'differentValues' }, { code: 'malformedText' }];

/** Returns the sentences that `errors` can have, by the name of the parameter. The name `*` stands for any. */
export function parameterSentences(language: Language): Map<string, string[]> {
  const rules: ParameterRules = Object.assign(
    { ...signedRequestRules },
    ...Object.values(specifiedEndpoints).map(({ parameters }) => parameters),
  );
  const ofRules = Object.entries(rules).map(([name, rule]): [string, string[]] => {
    const problems = wrongTexts.flatMap((text) => findProblem(rule, text) ?? []);
    return [name, [...new Set(problems.map((problem) => describeProblem(name, problem, language)))]];
  });
  return new Map([...ofRules, ['*', ofAny.map((problem) => describeProblem('*', problem, language))]]);
}
