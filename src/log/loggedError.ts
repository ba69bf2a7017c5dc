import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';

/** The facts of an error that a log line keeps. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: LoggedError;
  errors?: LoggedError[];
}

const deepest = 5;
const mostErrors = 5;
const longestText = 8000;

/**
 * Returns where and why something failed, and nothing else that libraries attach: `detail` of PostgreSQL has rows in it,
 * `meta` of Prisma and `parameters` have values, `input` of a URL has a password. Texts that look like a secret are left
 * out too, since PostgreSQL quotes a value that it cannot read, and Prisma prints all values of a query that it does not
 * understand.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: textOf(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  const isDeep = depth >= deepest;
  return {
    type: textOf(name),
    message: textOf(message),
    ...(stack !== undefined && { stack: textOf(stack) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause !== undefined && !isDeep && { cause: loggedError(cause, depth + 1) }),
    ...(errors.length > 0 &&
      !isDeep && { errors: errors.slice(0, mostErrors).map((inner) => loggedError(inner, depth + 1)) }),
  };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : Object.prototype.toString.call(value);
  return leaveSecretsOut(withoutQuery(text)).slice(0, longestText);
}

/** Keeps only the last paragraph of Prisma's messages, which says what is wrong. The rest may hold what a caller sent. */
function withoutQuery(text: string): string {
  const call = /Invalid `[^`]*` invocation/.exec(text);
  if (!call) return text;
  const start = call.index + call[0].length;
  const end = text.lastIndexOf('\n\n');
  return end < start ? text : `${text.slice(0, start)}: ${text.slice(end + 2)}`;
}
