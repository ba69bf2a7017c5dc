import MarkdownIt from 'markdown-it';
import { documentedCodes } from '../errors/documentedErrors.ts';
import { codeBlock, escapeHtml } from './html.ts';
import { pageNames, pathOfPage } from './pageNames.ts';

/** Renders the Markdown of the guide and of the OpenAPI document in one language. */
export interface Markdown {
  /** Renders a whole text. Headings get the anchors that GitHub gives them. */
  render(text: string): string;
  /** Renders a sentence. */
  inline(text: string): string;
}

/** Links between the files of the guide become links between pages, and the code of an error a link to its explanation. */
export function markdownIn(language: string): Markdown {
  // The guide has comments that stand for generated parts.
  const renderer = new MarkdownIt({ html: true });
  renderer.renderer.rules['fence'] = (tokens, at) => codeBlock(tokens[at]!.content);
  renderer.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>';
  renderer.renderer.rules['table_close'] = () => '</table></div>';
  renderer.renderer.rules['code_inline'] = (tokens, at) => {
    const { content } = tokens[at]!;
    const code = `<code>${escapeHtml(content)}</code>`;
    return codes.has(content) ? `<a href="${pathOfPage('errors', language)}#${content}">${code}</a>` : code;
  };
  renderer.renderer.rules['heading_open'] = (tokens, at) => {
    return `<${tokens[at]!.tag} id="${anchorOf(tokens[at + 1]!.content)}">`;
  };
  renderer.renderer.rules['link_open'] = (tokens, at, options, _environment, self) => {
    const token = tokens[at]!;
    token.attrSet('href', pathOfLink(token.attrGet('href') ?? '', language));
    return self.renderToken(tokens, at, options);
  };
  return { render: (text) => renderer.render(text), inline: (text) => renderer.renderInline(text) };
}

const codes: ReadonlySet<string> = new Set(documentedCodes);

/** Returns the anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function pathOfLink(href: string, language: string): string {
  const [, name, anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  const page = pageNames.find((one) => one === name);
  return page ? pathOfPage(page, language) + anchor : (files[href] ?? href);
}

/** The paths of files that the guide links to, as they are seen from its folder. */
const files: Record<string, string> = {
  '../../openapi.json': '/openapi.json',
  '../../test-vectors.json': '/docs/test-vectors.json',
};
