import { writeFile } from 'node:fs/promises';
import { chineseHints } from '../../rules/callbacks/hintInLanguage.ts';
import { conflictReasons, conflictSentence, describeConflict } from '../../rules/failures/conflicts.ts';
import { describeProblem, problemCodes, sentenceAbout, type Problem } from '../../rules/failures/valueProblems.ts';

/** Each fact that a sentence can have, as the name in braces for which the console puts the value. */
const placeholders = Object.fromEntries(
  'found length min max minutes createdAt maxBytes choices canonicalString payLimit paidAt status'
    .split(' ')
    .map((name) => [name, `{${name}}`]),
);

const ofValues = problemCodes().map((code): [string, string] => {
  // The name in a problem is that of another value.
  const problem = { ...placeholders, code, name: '{other}' } as unknown as Problem;
  return [sentenceAbout('name', problem).code, describeProblem('{name}', problem, 'zh')];
});

const ofConflicts = conflictReasons.map((why): [string, string] => {
  const facts = { ...placeholders, why };
  return [conflictSentence(facts).code, `已拒绝：${describeConflict(facts, 'zh')}。`];
});

const sentences = { ...chineseHints, ...Object.fromEntries(ofValues), ...Object.fromEntries(ofConflicts) };

/**
 * Writes the sentences that developers, too, read in Chinese to the file named on the command line. `npm run generate` keeps
 * the console's copy true with them.
 */
const path = process.argv[2];
if (!path) throw new Error('Expected the path of the file to write.');
await writeFile(
  path,
  `export const chineseSentences: Record<string, string> = ${JSON.stringify(sentences, null, 2)};\n`,
);
