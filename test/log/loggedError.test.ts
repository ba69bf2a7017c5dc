import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../../src/log/openLog.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let store: Store;
let client: pg.Client;

const secret = randomBytes(16).toString('hex');
const email = 'ming@example.com';

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([randomBytes(32)]));
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`CREATE TABLE people (email text UNIQUE, secret text)`);
  await client.query(`INSERT INTO people VALUES ($1, $2)`, [email, secret]);
});
afterAll(async () => {
  await client.end();
  await closeStore(store);
  await database.drop();
});

/** The line that is written about what the work throws, as text and parsed. */
async function lineOf(work: () => unknown): Promise<{ text: string; err: Record<string, unknown> }> {
  let text = '';
  const log = openLog('info', { write: (line) => (text = line) });
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'failed');
  }
  return { text, ...(JSON.parse(text) as { err: Record<string, unknown> }) };
}

describe('an error in the log says what happened, but not with which values', () => {
  it.each<[string, () => unknown, object]>([
    [
      'a row that PostgreSQL has already',
      async () => client.query(`INSERT INTO people VALUES ($1, $2)`, [email, secret]),
      { code: '23505', message: expect.stringContaining('people_email_key'), stack: expect.stringContaining('at ') },
    ],
    [
      'a row that breaks a rule of PostgreSQL',
      async () => client.query(`ALTER TABLE people ADD CHECK (length(email) > 50)`),
      { code: '23514' },
    ],
    [
      'a value that PostgreSQL cannot read',
      async () => store.prisma.$queryRaw`SELECT ${secret}::text::int`,
      { message: expect.stringContaining('invalid input syntax'), code: 'P2010' },
    ],
    [
      'a row that Prisma finds taken',
      async () => {
        const data = { id: 'a', name: email, role: 'VIEWER', sha256: Buffer.from(secret) } as const;
        await store.prisma.apiKey.create({ data });
        await store.prisma.apiKey.create({ data });
      },
      { code: 'P2002' },
    ],
    [
      'a query that Prisma does not understand',
      async () => store.prisma.apiKey.findUnique({ where: { id: 'a', nickname: [secret, email] } } as never),
      {
        type: 'PrismaClientValidationError',
        message: expect.stringMatching(
          /Invalid `prisma.apiKey.findUnique\(\)` invocation: Unknown argument `nickname`/,
        ),
      },
    ],
    ['a URL that is none', () => new URL(`postgresql://${email}:${secret}@[`), { code: 'ERR_INVALID_URL' }],
    [
      'a receiver that is not there',
      async () => request('http://127.0.0.1:1', { headers: { authorization: secret } }),
      { code: 'ECONNREFUSED' },
    ],
    [
      'a failure with causes and parts',
      () => {
        const part = Object.assign(new Error(`with ${secret}`), { parameters: [email] });
        throw new Error('outer', { cause: new AggregateError([part], 'inner') });
      },
      { message: 'outer', cause: { message: 'inner', errors: [{ message: 'with [left out]' }] } },
    ],
    [
      'what is no error',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- what others throw must not leak either
        throw { secret, email };
      },
      { type: 'object', message: '[object Object]' },
    ],
  ])('%s', async (_what, work, expected) => {
    const { text, err } = await lineOf(work);

    expect(err).toMatchObject(expected);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(email);
  });
});

it('an error that is its own cause ends', async () => {
  const error = new Error('round');
  error.cause = error;
  const { text } = await lineOf(() => {
    throw error;
  });
  expect(text.match(/"message":"round"/g)).toHaveLength(5);
});
