/** What one request to the admin door may ask for. Several times what the console, GraphiQL or code generators need. */
export const limits = {
  bodyBytes: 256 * 1024,
  /** Words and punctuation of the query. The introspection of GraphiQL has about 300. */
  tokens: 4000,
  /** Of the query; what is long belongs in variables. Values of fields of the same name are compared with each other. */
  characters: 64 * 1024,
  /** GraphQL counts the lines before each of up to a hundred mistakes. */
  lines: 4000,
  /** Brackets of any kind inside of each other. Introspection has 15. */
  nesting: 64,
  /** Fields inside of each other. Introspection has 15. */
  depth: 15,
  /** Fields and fragments, each as often as it is spread. Introspection has about 270. */
  selections: 1000,
  aliases: 50,
  directives: 50,
  /** Objects that the answer could have if every page were full. */
  objects: 5000,
} as const;

/** No statement of the admin door runs longer. */
export const statementTimeoutMs = 5000;

/** No resolver of a query starts later than this after the request arrived. */
export const queryTimeoutMs = 10_000;

/** A change of very many rows stops after this, and says that it did: sooner than proxies and clients give up. */
export const changeTimeMs = 20_000;
