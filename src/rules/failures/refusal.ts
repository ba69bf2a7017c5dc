import type { Problem } from './valueProblems.ts';

/**
 * The reason why a request is refused. Codes are stable. Each door turns them into statuses and texts:
 * http/refusalMessages.ts for developers, admin/door/errorMessages.ts for staff. The texts about single values are in
 * valueProblems.ts. `facts` has what a text needs besides the code, such as a limit or the server's time.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: ReadonlyMap<string, readonly Problem[]>;
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(
    code: RefusalCode,
    details: { fields?: Iterable<[string, readonly Problem[]]>; facts?: Record<string, string | number> } = {},
  ) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.fields = new Map(details.fields);
    this.facts = details.facts ?? {};
  }
}

export type RefusalCode =
  // The request cannot be read.
  | 'MALFORMED_REQUEST'
  | 'MALFORMED_TARGET'
  | 'MALFORMED_QUERY'
  | 'MALFORMED_BODY'
  | 'MISSING_BOUNDARY'
  | 'BODY_TOO_LARGE'
  | 'TOO_MANY_PARAMETERS'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNSUPPORTED_CHARSET'
  | 'UNSUPPORTED_CONTENT_ENCODING'
  | 'MALFORMED_COMPRESSION'
  | 'HEADERS_TOO_LARGE'
  | 'EXPECTATION_FAILED'
  | 'REQUEST_TIMEOUT'
  // It comes too often, or with too many others. Fact: `retryAfterSeconds`.
  | 'RATE_LIMITED'
  | 'BUSY'
  | 'TOO_MANY_FAILURES'
  | 'TOO_MANY_CONNECTIONS'
  // It asks for something that is not here.
  | 'PATH_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  // It is read, and refused.
  | 'INVALID_PARAMETERS'
  | 'PLUGIN_NOT_FOUND'
  | 'TIMESTAMP_EXPIRED'
  | 'SIGNATURE_WRONG'
  | 'ACCESS_TOKEN_UNKNOWN'
  | 'ORDER_NOT_FOUND'
  // Sandbox plugins only. Facts: those of `because`; and `most`, `retryAfterSeconds`.
  | 'ATTEMPT_NOT_FOUND'
  | 'GOODS_NOT_FOUND'
  | 'SANDBOX_CONFLICT'
  | 'SANDBOX_FULL'
  // It is not over in time, by our fault or because its caller does not read the answer.
  | 'REQUEST_OVERDUE'
  // Staff only.
  | 'NOT_FOUND'
  | 'CONFLICT';

/** Throws when any of the named values has problems, with all of them together. */
export function refuseInvalid(fields: Record<string, Problem | undefined>): void {
  const problems = Object.entries(fields).flatMap(([name, problem]): [string, Problem[]][] =>
    problem ? [[name, [problem]]] : [],
  );
  if (problems.length > 0) throw new Refusal('INVALID_PARAMETERS', { fields: problems });
}
