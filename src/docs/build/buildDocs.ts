import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '../../rules/failures/valueProblems.ts';
import { pageNames } from '../pages/pageNames.ts';
import { renderNotFound, renderPage } from '../pages/renderPage.ts';
import { buildAssets } from './buildAssets.ts';
import { readSources, type SourceFolders } from './readSources.ts';

export const languages: readonly Language[] = ['en', 'zh'];

export interface BuildSettings extends SourceFolders {
  /** The folder that the pages are written into; what was there is removed. */
  docsBuild: string;
  version: string;
}

/** Writes the developers' pages, in both languages, and what they load. */
export async function buildDocs({ docsBuild, version, ...folders }: BuildSettings): Promise<void> {
  await rm(docsBuild, { recursive: true, force: true });
  const [sources, assets] = await Promise.all([readSources(folders), buildAssets(folders.docsBrowser)]);
  const files = new Map(assets.files.map(({ name, content }) => [`assets/${name}`, content]));
  for (const language of languages) {
    for (const page of pageNames) {
      const html = renderPage({ page, language, version, sources, assets });
      files.set(`${language}/${page}.html`, html);
    }
    files.set(`not-found/${language}.html`, renderNotFound({ language, version, sources, assets }));
  }
  files.set('test-vectors.json', sources.testVectors);
  for (const [name, content] of files) {
    await mkdir(dirname(join(docsBuild, name)), { recursive: true });
    await writeFile(join(docsBuild, name), content);
  }
  // The last of all: with this file, the build is whole.
  await writeFile(join(docsBuild, 'built.txt'), version);
}
