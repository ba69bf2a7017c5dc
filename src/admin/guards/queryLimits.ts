/**
 * The limits of one request to the staff's GraphQL: mostly several times what the console, GraphiQL or code generators need.
 */
export const limits = {
  bodyBytes: 256 * 1024,
  /** Words and punctuation of the query. The introspection of GraphiQL has about 300. */
  tokens: 4000,
  /** The query's length. Long values belong in variables: GraphQL compares the values of fields with the same name. */
  characters: 64 * 1024,
  /** The lines of the query, because GraphQL counts the lines before each of up to a hundred mistakes. */
  lines: 4000,
  /** Depth of nested brackets of any kind. Introspection has 15. */
  nesting: 64,
  /** Depth of nested fields: exactly what introspection needs. */
  depth: 15,
  /** Fields and fragments. A fragment counts once for each place where it is used. Introspection has about 270. */
  selections: 1000,
  aliases: 50,
  /** The longest alias. Each object of a list repeats it. */
  aliasCharacters: 100,
  directives: 50,
  /**
   * Objects that the answer could have if every page were full. Change it together with `largestPageSize`: a page of 100
   * rows can have 49 objects in each row.
   */
  objects: 5000,
  /** The most errors in one answer. */
  errors: 100,
} as const;

/**
 * The price of a callback's body, which is never cut: the most bytes that it takes in an answer to staff, a few hundred
 * characters, each perhaps escaped twice.
 */
export const callbackBodyBytes = 4 * 1024;

/**
 * The price of a response body: the most bytes that it takes in an answer. 4 KiB are kept, and a control character takes six
 * bytes.
 */
export const responseBodyBytes = 24 * 1024;

/**
 * The most bytes that the answer to a query may take, as JSON. A hundred orders with thirty attempts each, all with all of
 * their fields and ordinary bodies, take about 3 MiB. Writing 4 MiB as JSON keeps the process busy for 25 ms.
 */
export const answerBytes = 4 * 1024 * 1024;

/**
 * The number of fields of one request that are computed before others get their turn. A read costs 0.05 ms of
 * computing, and a value that was read before 0.0025 ms.
 */
export const portion = { reads: 500, values: 5000 } as const;

/** The time limit of each statement of the admin door. */
export const statementTimeoutMs = 5000;

/** The time limit of a query, from the arrival of its request. */
export const queryTimeoutMs = 10_000;

/** The time after which a change of many rows stops and says so. Proxies and clients wait longer. */
export const bulkChangeTimeMs = 20_000;

/** Returns a function that says whether there is time left. */
export function timeFor(limitMs: number): () => boolean {
  const endsAtMs = performance.now() + limitMs;
  return () => performance.now() < endsAtMs;
}
