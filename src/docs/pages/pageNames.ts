/**
 * The pages below /docs, by the sections of the menu and in the order in which they are read. Each has a text of its name in
 * docs/guide.
 */
export const sections = [
  {
    name: 'guide',
    pages: ['index', 'link-accounts', 'sell-goods', 'receive-callbacks', 'rehearse', 'rotate-the-secret', 'go-live'],
  },
  { name: 'signing', pages: ['signing'] },
  { name: 'problems', pages: ['signature-refused', 'no-callback', 'errors'] },
  { name: 'reference', pages: ['reference'] },
] as const;

export type PageName = (typeof sections)[number]['pages'][number];

export const pageNames: readonly PageName[] = sections.flatMap(({ pages }): readonly PageName[] => pages);

/** Returns the path of a page in a language. */
export function pathOfPage(page: PageName, language: string): string {
  return page === 'index' ? `/docs/${language}` : `/docs/${language}/${page}`;
}
