import type { Language } from '../../rules/failures/valueProblems.ts';
import type { Assets } from '../build/buildAssets.ts';
import { escapeHtml } from './html.ts';
import { pageNames, pathOfPage, sections, type PageName } from './pageNames.ts';
import { wordsOf } from './wordsOf.ts';

export interface Layout {
  /** The page; none for an address at which there is no page. */
  page?: PageName;
  language: Language;
  version: string;
  assets: Assets;
  title: string;
  /** The HTML of the page itself. */
  content: string;
  /** The texts of all pages, for their titles. */
  guide: Record<PageName, string>;
}

/** Returns the whole document of a page. */
export function layout({ page, language, version, assets, title, content, guide }: Layout): string {
  const words = wordsOf[language];
  const others = (['en', 'zh'] as const).filter((other) => other !== language);
  const alternates = (['en', 'zh'] as const).map(
    (other) => `<link rel="alternate" hreflang="${langOf[other]}" href="${pathOfPage(page ?? 'index', other)}">`,
  );
  const switches = others.map(
    (other) =>
      `<a href="${pathOfPage(page ?? 'index', other)}" lang="${langOf[other]}" hreflang="${langOf[other]}">${wordsOf[other].name}</a>`,
  );
  return `<!doctype html>
<html lang="${langOf[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page === 'index' ? title : `${title} · openplug`)}</title>
${alternates.join('\n')}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/${assets.style}">
<script type="module" src="/docs/assets/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<a class="brand" href="${pathOfPage('index', language)}">openplug <span>${words.developers}</span></a>
<div class="links"><a href="/openapi.json">openapi.json</a> ${switches.join(' ')}</div>
</header>
<div class="columns">
<nav aria-label="${words.pages}">${navigation(page, language, guide)}</nav>
<main id="content" tabindex="-1">
${content}
${page ? neighbours(page, language, guide) : ''}
</main>
</div>
<footer>openplug ${escapeHtml(version)}</footer>
</body>
</html>
`;
}

const langOf: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

function navigation(current: PageName | undefined, language: Language, guide: Record<PageName, string>): string {
  const { sections: names, menu } = wordsOf[language];
  const lists = sections.map(({ name, pages }) => {
    const items = pages.map((page) => {
      const state = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${pathOfPage(page, language)}"${state}>${titleOf(guide[page])}</a></li>`;
    });
    return `<p>${names[name]}</p><ul>${items.join('')}</ul>`;
  });
  // On a narrow screen the list can be closed; on a wide one it is always shown.
  return `<details class="menu"><summary>${menu}</summary>${lists.join('')}</details><div class="wide">${lists.join('')}</div>`;
}

function neighbours(current: PageName, language: Language, guide: Record<PageName, string>): string {
  const at = pageNames.indexOf(current);
  const link = (page: PageName | undefined, relation: string, arrow: (title: string) => string) =>
    page
      ? `<a rel="${relation}" href="${pathOfPage(page, language)}">${arrow(titleOf(guide[page]))}</a>`
      : '<span></span>';
  const previous = link(pageNames[at - 1], 'prev', (title) => `← ${title}`);
  const next = link(pageNames[at + 1], 'next', (title) => `${title} →`);
  return `<p class="neighbours">${previous}${next}</p>`;
}

/** Returns the title of a text, as HTML. */
export function titleOf(text: string): string {
  return escapeHtml(/^# (.+)$/m.exec(text)?.[1] ?? '');
}
