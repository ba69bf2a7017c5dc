import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSources, type Sources } from '../../src/docs/build/readSources.ts';
import { documentedCodes } from '../../src/docs/errors/documentedErrors.ts';
import { pageNames, pathOfPage } from '../../src/docs/pages/pageNames.ts';
import { renderPage } from '../../src/docs/pages/renderPage.ts';
import { wordsOf } from '../../src/docs/pages/wordsOf.ts';
import { helpLink } from '../../src/http/helpLink.ts';
import { packageFiles } from '../../src/packageFiles.ts';
import { testVectors } from '../support/testVectors.ts';

const languages = ['en', 'zh'] as const;
const assets = { script: 'docs-1.js', style: 'docs-1.css', files: [] };
/** What is served besides the pages. */
const files = ['/openapi.json', '/docs/test-vectors.json', '/docs/assets/docs-1.css', 'data:,'];

let sources: Sources;
/** The HTML of each page by its path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  sources = await readSources(packageFiles);
  for (const language of languages) {
    for (const page of pageNames) {
      const html = renderPage({ page, language, version: '1.0.0', sources, assets });
      pages.set(pathOfPage(page, language), html);
    }
  }
});

function idsOf(html: string): string[] {
  return Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id!);
}

describe('the pages', () => {
  it('have links only to pages and anchors that exist', () => {
    const broken: string[] = [];
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/ href="([^"]+)"/g)) {
        const [target = '', anchor] = href.split('#');
        const page = pages.get(target === '' ? path : target);
        const isGood = page ? anchor === undefined || idsOf(page).includes(decodeURI(anchor)) : files.includes(href);
        if (!isGood) broken.push(`${path}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('have each anchor once', () => {
    for (const html of pages.values()) expect(idsOf(html)).toEqual([...new Set(idsOf(html))]);
  });

  it('have the same parts in both languages', () => {
    const shape = (text: string) => text.match(/^(#+|\d+\.|-|<!-- .*|```\w*)/gm);
    for (const page of pageNames) expect(shape(sources.guide.zh[page])).toEqual(shape(sources.guide.en[page]));
  });

  it('explain every error, and say what the service says', () => {
    for (const language of languages) {
      const ids = idsOf(pages.get(pathOfPage('errors', language))!);
      expect(ids).toEqual(expect.arrayContaining(documentedCodes));
    }
  });

  it('list what can be wrong with each parameter, in the words of the service', () => {
    expect(pages.get('/docs/en/errors')).toContain('title must be 1 to 50 characters long.');
    expect(pages.get('/docs/en/errors')).toContain('out_order_id must not contain invisible characters; it has U+….');
    expect(pages.get('/docs/zh/errors')).toContain('total_fee 必须是 1 到 2147483647 之间的整数。');
  });

  it('show programs with a tab for each language, and what all of them need beside openplug', () => {
    const examples = [
      { language: 'php', path: 'openplug.php', text: '<?php // signs' },
      { language: 'java', path: 'Openplug.java', text: '// signs, too' },
      { language: 'java', path: 'FlatJson.java', text: '// reads' },
      { language: 'java', path: 'Client.java', text: '// calls' },
    ];
    const shown = { language: 'en', version: '1.0.0', sources: { ...sources, examples }, assets } as const;
    const signing = renderPage({ page: 'signing', ...shown });
    expect(signing.match(/<label for="tabs-openplug-\w+/g)).toEqual([
      '<label for="tabs-openplug-php',
      '<label for="tabs-openplug-java',
    ]);
    expect(signing).toMatch(/&lt;\?php \/\/ signs[^]*\/\/ signs, too[^]*\/\/ reads/);
    expect(signing).not.toContain('// calls');
    expect(renderPage({ page: 'link-accounts', ...shown })).toContain('// calls');
  });

  it('have no script or style inside them, and nothing from elsewhere', () => {
    for (const html of pages.values())
      expect(html).not.toMatch(/<script>|<style|style=|onclick|(src|href)="(https?:)?\/\//);
  });

  it('name each fixed case in Chinese, too', () => {
    expect(Object.keys(wordsOf.zh.vectors.cases)).toEqual(testVectors.requests.map(({ case: name }) => name));
  });
});

describe('the link of a refusal', () => {
  it('leads to an entry on the page of errors', () => {
    const ids = idsOf(pages.get('/docs/en/errors')!);
    for (const code of documentedCodes) {
      const link = helpLink(code === 'UNAVAILABLE' ? null : code);
      expect(link).toBe(`</docs/errors#${code}>; rel="help"`);
      expect(ids).toContain(code);
    }
  });

  it.each(['NOT_FOUND', 'CONFLICT'] as const)('is not there for %s, which only staff meet', (code) => {
    expect(helpLink(code)).toBeUndefined();
  });
});

it('what the guide shows as a callback is what the reference shows', () => {
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: { Order: { required: string[] } } };
  };
  const [, json = ''] = /```json\n([^]*?)```/.exec(sources.guide.en['receive-callbacks']) ?? [];
  const { resource } = JSON.parse(json) as { resource: object };
  expect(Object.keys(resource)).toEqual(components.schemas.Order.required);
});
