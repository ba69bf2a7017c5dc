import type { Language } from '../../rules/failures/valueProblems.ts';
import type { Sources } from '../build/readSources.ts';
import type { Markdown } from './markdown.ts';

/** What the generated parts of a page are made of. */
export interface PartContext {
  language: Language;
  version: string;
  sources: Sources;
  markdown: Markdown;
}
