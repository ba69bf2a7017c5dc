import { foundNoConnection } from './databaseErrors.ts';
import { isConflict } from './retryConflicts.ts';

/**
 * READ_ONLY: the database answers, but takes no changes. CONTENDED: it works, but undid this transaction at each of
 * several tries, because others changed the same rows.
 */
export type Outage = 'UNAVAILABLE' | 'READ_ONLY' | 'CONTENDED';

/** The time that a caller should wait before the next try. A restart takes this long, a failover a little longer. */
export const outageRetrySeconds = 5;

/**
 * Returns the outage that a failure shows, if the database cannot be used: it cannot be reached, refuses or cuts
 * connections, has no room left, is silent for too long, takes no changes, or undid the transaction because of others.
 * Null: the failure has another reason, such as a wrong statement. After the outage the same statement may succeed. It
 * is not known whether a failed change was made, except for CONTENDED: then it was not.
 */
export function outageOf(error: unknown): Outage | null {
  if (isConflict(error)) return 'CONTENDED';
  const facts = factsOf(error);
  if (facts.some(({ sqlState }) => sqlState === readOnlyTransaction)) return 'READ_ONLY';
  return foundNoConnection(error) || facts.some(tellsOfOutage) ? 'UNAVAILABLE' : null;
}

/** The facts that pg, Prisma's adapter and Prisma give about one error, or about one of its causes. */
interface Facts {
  name: unknown;
  message: unknown;
  /** The SQLSTATE, or Node's code. */
  sqlState: unknown;
  severity: unknown;
  /** The system call that failed, from Node. */
  syscall: unknown;
  /** The adapter's name for the error. */
  kind: unknown;
}

const deepest = 5;

function factsOf(error: unknown, depth = 1): Facts[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return [];
  const { name, message, code, originalCode, severity, syscall, kind, cause, errors, meta } = error as Record<
    string,
    unknown
  >;
  const { driverAdapterError } = (meta ?? {}) as { driverAdapterError?: unknown };
  const parts = [cause, driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [
    { name, message, sqlState: originalCode ?? code, severity, syscall, kind },
    ...parts.flatMap((part) => factsOf(part, depth + 1)),
  ];
}

function tellsOfOutage({ name, message, sqlState, severity, syscall, kind }: Facts): boolean {
  return (
    severities.has(severity) ||
    adapterKinds.has(kind) ||
    name === 'ProbeTimeout' ||
    (typeof sqlState === 'string' && sqlStates.test(sqlState)) ||
    // Prisma passes on the code without the system call that failed.
    ((syscall !== undefined || name === 'PrismaClientKnownRequestError') && networkCodes.has(sqlState)) ||
    (typeof message === 'string' && messages.some((pattern) => pattern.test(message)))
  );
}

/** The severities with which PostgreSQL ends a session, or never begins it. A statement that fails has ERROR. */
const severities: ReadonlySet<unknown> = new Set(['FATAL', 'PANIC']);
/**
 * Connection exceptions, insufficient resources, and a server that shuts down or starts.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const sqlStates = /^(08|53|57P)[0-9A-Z]+$/;
const readOnlyTransaction = '25006';

const adapterKinds: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
]);

const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The messages of pg and Prisma, which have no code for these, or one code for several. */
const messages = [
  /^Query read timeout$/,
  /^Connection terminated/,
  /^Client (was closed|has encountered a connection error) and is not queryable$/,
  /A query cannot be executed on an expired transaction/,
];
