import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Language } from '../../rules/failures/valueProblems.ts';
import { pageNames, type PageName } from '../pages/pageNames.ts';

export interface SourceFolders {
  /** The texts of the pages, in Markdown, in a folder for each language. */
  docsGuide: string;
  /** A folder of programs for each programming language. It may be missing. */
  docsExamples: string;
  docsTestVectors: string;
  /** The scripts and styles for the browser. */
  docsBrowser: string;
}

/** A program that the pages show. */
export interface ExampleFile {
  /** The name of its folder, such as `php`. */
  language: string;
  /** Its path in that folder. */
  path: string;
  text: string;
}

export interface Sources {
  guide: Record<Language, Record<PageName, string>>;
  examples: ExampleFile[];
  testVectors: string;
}

export async function readSources({ docsGuide, docsExamples, docsTestVectors }: SourceFolders): Promise<Sources> {
  const [en, zh, examples, testVectors] = await Promise.all([
    readGuide(join(docsGuide, 'en')),
    readGuide(join(docsGuide, 'zh')),
    readExamples(docsExamples),
    readFile(docsTestVectors, 'utf8'),
  ]);
  return { guide: { en, zh }, examples, testVectors };
}

async function readGuide(folder: string): Promise<Record<PageName, string>> {
  const texts = await Promise.all(
    pageNames.map(async (page) => [page, await readFile(join(folder, `${page}.md`), 'utf8')]),
  );
  return Object.fromEntries(texts) as Record<PageName, string>;
}

const programs: ReadonlySet<string> = new Set(['.php', '.py', '.mjs', '.ts', '.js', '.go', '.java']);

/** Reads whatever programs are there. */
async function readExamples(folder: string): Promise<ExampleFile[]> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && programs.has(extname(entry.name)));
  const read = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    const [language = '', ...path] = file.slice(folder.length).split(/[/\\]/).filter(Boolean);
    return {
      language,
      path: path.join('/'),
      text: await readFile(file, 'utf8'),
    };
  });
  // The main files before those in further folders, and openplug before what it needs.
  const rank = ({ path }: ExampleFile) => [path.includes('/'), !path.toLowerCase().startsWith('openplug'), path].join();
  return (await Promise.all(read)).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
