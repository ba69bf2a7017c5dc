import type { Language } from '../../../rules/failures/valueProblems.ts';
import { chinese } from './chinese.ts';
import type { DocumentTexts } from './documentTexts.ts';
import { english } from './english.ts';

export const textsOf: Record<Language, DocumentTexts> = { en: english, zh: chinese };
