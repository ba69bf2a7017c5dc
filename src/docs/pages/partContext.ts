import type { Language } from '../../rules/failures/valueProblems.ts';
import type { Sources } from '../build/readSources.ts';
import type { Markdown } from './markdown.ts';

/** The material of the generated parts of a page. */
export interface PartContext {
  language: Language;
  version: string;
  sources: Sources;
  markdown: Markdown;
}
