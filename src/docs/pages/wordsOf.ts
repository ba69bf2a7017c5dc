import type { Language } from '../../rules/failures/valueProblems.ts';
import { chineseWords } from './chineseWords.ts';
import { englishWords } from './englishWords.ts';
import type { Words } from './words.ts';

export const wordsOf: Record<Language, Words> = { en: englishWords, zh: chineseWords };
