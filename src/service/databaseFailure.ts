import type { DatabaseUrlName } from '../config/config.ts';
import { hintAtPassword } from '../config/databaseUrl.ts';
import { createDatabaseSql } from '../store/database/databaseFacts.ts';
import { StartError } from './startError.ts';

/**
 * Returns a StartError with the words of PostgreSQL, or of the connection to it, and with a hint where one is known.
 * Returns any other error as it is.
 */
export function databaseFailure(cause: unknown, name: DatabaseUrlName, url: string): unknown {
  if (!isOfDatabase(cause)) return cause;
  const hint = hintFor(cause, name, url);
  return new StartError(`The database of ${name} cannot be used: ${reasonOf(cause)}.${hint}`, { cause });
}

/**
 * Says whether an error is of the database. Node.js and node-postgres throw plain errors; mistakes in a program and
 * refusals of this service have other names.
 */
function isOfDatabase(cause: unknown): cause is Error {
  return cause instanceof Error && ['Error', 'error', 'AggregateError'].includes(cause.name);
}

/** Returns the reason. A host with several addresses fails with an error for each address, and without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function hintFor(cause: Error, name: DatabaseUrlName, url: string): string {
  const { code = '', message } = cause as Error & { code?: string };
  for (const { of, text } of hints) {
    const hint = (of.test(code) || of.test(message)) && text(name, url, message);
    if (hint) return ` ${hint}`;
  }
  return '';
}

interface Hint {
  /** Matches the code of Node.js, the SQLSTATE of PostgreSQL, or the message of an error that has neither. */
  of: RegExp;
  /** Returns the hint. Null: nothing is known that helps. */
  text(name: DatabaseUrlName, url: string, message: string): string | null;
}

const unchecked = 'sslmode=no-verify encrypts without checking the server.';

/** The first hint that has a text is used. */
const hints: Hint[] = [
  {
    of: /^53300$/,
    text: () =>
      'None came free in time: lower DATABASE_POOL_SIZE and DATABASE_ADMIN_POOL_SIZE of the processes that use this ' +
      'server, or raise the limit of the server, the database or the role.',
  },
  {
    of: /^(28P01|28000|3D000|ENOTFOUND|EAI_AGAIN)$/,
    text: (_name, url) => hintAtPassword(url),
  },
  {
    of: /^3D000$/,
    text: (_name, _url, message) => `Make it by \`${createDatabaseSql(/"(.*)"/.exec(message)?.[1] ?? 'openplug')}\`.`,
  },
  {
    of: /password must be a string/,
    text: (name) => `The URL in ${name} has no password.`,
  },
  {
    of: /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    text: (name) =>
      `The server's certificate is checked: add sslrootcert=/path/to/ca.pem, which vouches for it, to ${name}; ${unchecked}`,
  },
  {
    of: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    text: (name) => `Have ${name} name the server as its certificate does; ${unchecked}`,
  },
  {
    of: /does not support SSL/,
    text: (name) => `Leave sslmode out of ${name}, or have the server offer TLS.`,
  },
  {
    of: /no encryption/,
    text: (name) => `The server wants TLS: add sslmode=require to ${name}; ${unchecked}`,
  },
  {
    of: /unsupported startup parameter/,
    text: (name) =>
      `A pooler takes neither schema nor options in ${name}: give them to the role, as in ` +
      '`ALTER ROLE … IN DATABASE … SET search_path = …`.',
  },
];
