import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentedEndpoints } from '../../src/docs/documentedEndpoints.ts';
import { parameterSentences } from '../../src/docs/errors/parameterSentences.ts';
import { describeProblem } from '../../src/rules/failures/valueProblems.ts';
import { findProblem, signedRequestRules, type ParameterRule } from '../../src/rules/signing/parameters.ts';

describe('the sentences about parameters', () => {
  const sentences = parameterSentences('en');
  const rules = [signedRequestRules, ...Object.values(documentedEndpoints).map(({ parameters }) => parameters)]
    .flatMap((ofEndpoint) => Object.entries<ParameterRule<string | number>>(ofEndpoint))
    .map(([name, rule]) => ({ name, rule }));
  const anyText = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '0', '-', ' ', '\t', '\u3000', '\u200B', '会', '\uD800'), maxLength: 12 }),
    fc.nat(600).map((length) => 'x'.repeat(length)),
    fc.constantFrom('x'.repeat(6000), '99999999999', '-1'),
  );

  it.each(rules)('are all that a wrong $name is answered with', ({ name, rule }) => {
    const documented = [...sentences.get(name)!, ...sentences.get('*')!.map((one) => one.replace('*', name))];
    fc.assert(
      fc.property(anyText, (text) => {
        const problem = findProblem(rule, text);
        if (!problem) return;
        expect(documented).toContain(describeProblem(name, problem, 'en').replace(/U\+[0-9A-F]+/, 'U+…'));
      }),
      { numRuns: 500 },
    );
  });

  it('say that one of two parameters is required', () => {
    expect(sentences.get('http_status')).toContain('http_status is required unless failure is given.');
    expect(sentences.get('failure')).toContain('failure is required unless http_status is given.');
  });
});
