import type { Language } from '../../rules/failures/valueProblems.ts';
import { chinese } from './chinese.ts';
import type { DocumentedCode } from './documentedErrors.ts';
import { english } from './english.ts';
import type { Explanation } from './explanation.ts';

export const explanations: Record<Language, Record<DocumentedCode, Explanation>> = { en: english, zh: chinese };
