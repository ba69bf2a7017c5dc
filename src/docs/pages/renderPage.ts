import type { Assets } from '../build/buildAssets.ts';
import { errorList } from './errorList.ts';
import { exampleTabs } from './exampleTabs.ts';
import { layout, titleOf } from './layout.ts';
import { markdownIn } from './markdown.ts';
import { pathOfPage, type PageName } from './pageNames.ts';
import type { PartContext } from './partContext.ts';
import { referenceParts } from './referenceParts.ts';
import { signingForm } from './signingForm.ts';
import { vectorList } from './vectorList.ts';
import { wordsOf } from './wordsOf.ts';

export interface PageRequest extends Omit<PartContext, 'markdown'> {
  page: PageName;
  assets: Assets;
}

/** Returns the HTML of a page: its text, in which comments such as `<!-- errors -->` stand for generated parts. */
export function renderPage({ page, ...request }: PageRequest): string {
  const { language, sources, version, assets } = request;
  const markdown = markdownIn(language);
  const text = sources.guide[language][page];
  const content = markdown
    .render(text)
    .replaceAll(/<!-- ([a-z-]+)(?: ([a-z-]+))? -->/g, (_all, name: string, argument = '') => {
      const part = parts[name];
      if (!part) throw new Error(`The text of ${language}/${page} has an unknown part: ${name}`);
      return part({ ...request, markdown }, argument as string);
    });
  const title = /^# (.+)$/m.exec(text)?.[1] ?? page;
  return layout({ page, language, version, assets, title, content, guide: sources.guide[language] });
}

/** Returns the HTML that answers an address at which there is no page. It has the list of all pages. */
export function renderNotFound({ language, sources, version, assets }: Omit<PageRequest, 'page'>): string {
  const { title, text } = wordsOf[language].notFound;
  const guide = sources.guide[language];
  const start = `<a href="${pathOfPage('index', language)}">${titleOf(guide.index)}</a>`;
  return layout({ language, version, assets, title, content: `<h1>${title}</h1><p>${text} ${start}</p>`, guide });
}

const parts: Record<string, (context: PartContext, argument: string) => string> = {
  errors: errorList,
  example: exampleTabs,
  form: signingForm,
  reference: referenceParts,
  vectors: vectorList,
};
