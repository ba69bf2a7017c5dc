import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseFailure } from '../../src/service/databaseFailure.ts';
import { StartError } from '../../src/service/startError.ts';
import { withConnection } from '../../src/store/database/withConnection.ts';
import { makeSelfSigned } from '../support/tlsCertificates.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp();
});

const url = 'postgresql://user:password@localhost/openplug';
const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });

function saidOf(cause: unknown, databaseUrl = url): string {
  const failure = databaseFailure(cause, 'DATABASE_URL', databaseUrl);
  expect(failure).toBeInstanceOf(StartError);
  return (failure as StartError).message;
}

const passwordHint = 'In a password # is written %23, / %2F, ? %3F, @ %40 and % %25.';

describe('of a database that cannot be used it is said why, and what helps', () => {
  it.each([
    [failed('password authentication failed for user "user"', '28P01'), ''],
    [failed('getaddrinfo ENOTFOUND nobody.invalid', 'ENOTFOUND'), ''],
    [failed('SASL: client password must be a string'), 'The URL in DATABASE_URL has no password.'],
    [failed('too many connections for role "user"', '53300'), 'None came free in time: lower DATABASE_POOL_SIZE'],
    [failed('The server does not support SSL connections'), 'Leave sslmode out of DATABASE_URL'],
    [
      failed('no pg_hba.conf entry for host "127.0.0.1", no encryption', '28000'),
      'add sslmode=require to DATABASE_URL',
    ],
    [failed('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'add sslrootcert='],
    [failed('Hostname does not match', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'Have DATABASE_URL name the server as'],
    [
      failed('unsupported startup parameter in options: search_path', '08P01'),
      'ALTER ROLE … IN DATABASE … SET search_path',
    ],
    [new AggregateError([failed('connect ECONNREFUSED ::1:5432'), failed('connect ECONNREFUSED 127.0.0.1:5432')]), ''],
  ])('%s', (cause, hint) => {
    const reason =
      cause instanceof AggregateError ? 'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127' : cause.message;
    expect(saidOf(cause)).toContain(`The database of DATABASE_URL cannot be used: ${reason}`);
    expect(saidOf(cause)).toContain(hint);
    if (hint === '') expect(saidOf(cause)).toMatch(/[^.]\.$/);
  });

  it.each([
    ['postgresql://user:100%25%41@localhost/openplug', failed('password authentication failed', '28P01')],
    ['postgresql://user:a@b/c@localhost/openplug', failed('getaddrinfo ENOTFOUND b', 'ENOTFOUND')],
    [
      'postgresql://user:a@localhost/b@localhost/openplug',
      failed('database "b@localhost/openplug" does not exist', '3D000'),
    ],
  ])('where a password may have been read otherwise than it was meant: %s', (databaseUrl, cause) => {
    expect(saidOf(cause, databaseUrl)).toMatch(new RegExp(`\\. ${passwordHint.replaceAll(/[?.]/g, '\\$&')}$`));
  });
});

it('a mistake of the program stays one, with its stack', () => {
  const mistake = new TypeError('x is not a function');
  expect(databaseFailure(mistake, 'DATABASE_URL', url)).toBe(mistake);
});

describe('a server that vouches for itself', () => {
  /** Takes TLS as PostgreSQL does, and nothing more. */
  async function startTlsServer(): Promise<string> {
    const { key, cert } = makeSelfSigned({ names: ['localhost'] });
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on('error', () => {});
        // A client that has come so far gives a user, and is let go.
        secure.once('data', () => secure.destroy());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(() => server.close());
    return `postgresql://user:password@localhost:${(server.address() as AddressInfo).port}/openplug`;
  }

  it.each([
    ['sslmode=require', "self-signed certificate. The server's certificate is checked: add sslrootcert="],
    ['sslmode=no-verify', 'Connection terminated unexpectedly.'],
  ])('is met with %s: %s', async (parameters, expected) => {
    const databaseUrl = `${await startTlsServer()}?${parameters}`;
    const failure: unknown = await withConnection(databaseUrl, async () => {}).catch((error: unknown) => error);
    expect(saidOf(failure, databaseUrl)).toContain(expected);
  });
});
