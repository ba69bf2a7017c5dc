/** Prisma's code and words for a connection that could not be made; the CLI decides by P1003 to create a database. */
export function connectionFailure(error: unknown): { message: string; error_code: string } {
  // A host with several addresses fails with one error for each.
  const cause = (error instanceof AggregateError ? error.errors[0] : error) as Error & { code?: string };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { error_code: PRISMA_CODES[cause.code ?? ''] ?? guessCode(message), message };
}

/** SQLSTATE or system error to Prisma's error reference. */
const PRISMA_CODES: Record<string, string> = {
  '28P01': 'P1000',
  ECONNREFUSED: 'P1001',
  ENOTFOUND: 'P1001',
  EAI_AGAIN: 'P1001',
  EHOSTUNREACH: 'P1001',
  ENETUNREACH: 'P1001',
  ETIMEDOUT: 'P1002',
  '3D000': 'P1003',
  '42P04': 'P1009',
  '28000': 'P1010',
  '42501': 'P1010',
  ECONNRESET: 'P1017',
};

/** node-postgres gives some of its own errors no code. */
function guessCode(message: string): string {
  if (/timeout/i.test(message)) return 'P1002';
  if (/SSL|TLS|certificate/i.test(message)) return 'P1011';
  return 'P1001';
}
