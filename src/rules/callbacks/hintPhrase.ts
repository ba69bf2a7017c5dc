import type { Phrase } from '../phrases/sentence.ts';
import { hintTexts, type HintCode } from './hintTexts.ts';

/**
 * Returns the code and the values of a hint, so that it can be said in other languages; null: the hint has no code.
 * Attempts, also those of earlier versions, have only the English sentence of their hint, so the sentence is read.
 */
export function hintPhrase(hint: string): Phrase | null {
  for (const [code, pattern] of hintPatterns) {
    const found = pattern.exec(hint);
    if (found) return { code, values: { ...found.groups } };
  }
  return null;
}

/** The codes that a hint can have. */
export const hintCodes = Object.keys(hintTexts) as HintCode[];

/** The texts that some hints had in earlier versions. */
const earlierTexts: [HintCode, string][] = [
  ['HINT_REDIRECT_NO_ADDRESS', 'its Location is no address; answer 200 with SUCCESS'],
  [
    'HINT_REDIRECT_BACK',
    'redirects are not followed, and this one leads back to the same address; answer 200 with SUCCESS',
  ],
  [
    'HINT_CLIENT_CERTIFICATE',
    'the receiver requires a client certificate, and callbacks have none; have it ask for none at this address',
  ],
  ['HINT_SELF_SIGNED', 'nobody known here vouches for the certificate; use one of a public authority'],
];

const hintPatterns = [...hintCodes.map((code) => [code, hintTexts[code]] as const), ...earlierTexts].map(
  ([code, text]) => [code, patternOf(text)] as const,
);

/** Returns a pattern whose groups are the values. A value that is there twice must be the same. */
function patternOf(text: string): RegExp {
  const seen = new Set<string>();
  const parts = text.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const group = seen.has(part) ? String.raw`\k<${part}>` : `(?<${part}>.*?)`;
    seen.add(part);
    return group;
  });
  return new RegExp(`^${parts.join('')}$`);
}
