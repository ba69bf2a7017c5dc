/** The pages below /docs, in the order in which they are read. Each has a text of its name in docs/guide. */
export const pageNames = [
  'index',
  'link-accounts',
  'sell-goods',
  'receive-callbacks',
  'rehearse',
  'rotate-the-secret',
  'go-live',
  'signing',
  'signature-refused',
  'no-callback',
  'errors',
  'reference',
] as const;

export type PageName = (typeof pageNames)[number];

/** Returns the path of a page in a language. */
export function pathOfPage(page: PageName, language: string): string {
  return page === 'index' ? `/docs/${language}` : `/docs/${language}/${page}`;
}
