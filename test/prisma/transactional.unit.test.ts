import { describe, expect, it } from 'vitest';
import { packageFiles } from '../../src/packageFiles.ts';
import { readMigrationFiles } from '../../src/store/migrations/migrationFiles.ts';

/** Statements that cannot be part of the one transaction in which the service applies a migration. */
const notInTransactions: [pattern: RegExp, why: string][] = [
  [/\bCONCURRENTLY\b/i, 'PostgreSQL refuses CONCURRENTLY in a transaction'],
  [/^\s*VACUUM\b/im, 'PostgreSQL refuses VACUUM in a transaction'],
  [/^\s*(CREATE|DROP)\s+(DATABASE|TABLESPACE)\b/im, 'PostgreSQL refuses it in a transaction'],
  [/^\s*ALTER\s+(SYSTEM|DATABASE)\b/im, 'it is the business of who runs the server'],
  [/^\s*REINDEX\s+(DATABASE|SYSTEM)\b/im, 'PostgreSQL refuses it in a transaction'],
  [
    /^\s*(BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|PREPARE\s+TRANSACTION)\b/im,
    'the transaction is that of the service',
  ],
];

/** Leaves one statement a line, without texts, names in quotes, function bodies and comments. */
function bareStatements(sql: string): string {
  return sql
    .replaceAll(/\/\*[^]*?\*\/|--[^\n]*|(\$\w*\$)[^]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(';', '\n');
}

/** Returns why the migration cannot run in one transaction. */
function findReasons(sql: string): string[] {
  const bare = bareStatements(sql);
  const reasons = notInTransactions.flatMap(([pattern, why]) => (pattern.test(bare) ? [why] : []));
  for (const [statement, value] of sql.matchAll(/\bADD\s+VALUE\s+(?:IF\s+NOT\s+EXISTS\s+)?('(?:[^']|'')*')/gi)) {
    if (sql.replace(statement, '').includes(value!)) reasons.push(`${value} may be used by later migrations only`);
  }
  return reasons;
}

const files = await readMigrationFiles(packageFiles.migrations);

it.each(files)('the migration $name can run in one transaction', ({ sql }) => {
  expect(findReasons(sql)).toEqual([]);
});

describe('this test', () => {
  it.each([
    'CREATE INDEX CONCURRENTLY "a" ON "b"("c");',
    'DROP INDEX\n  concurrently "a";',
    'ALTER TABLE "a" DETACH PARTITION "b" CONCURRENTLY;',
    'CREATE TABLE "a" ();\nVACUUM "a";',
    'VACUUM FULL',
    'CREATE DATABASE a;',
    "ALTER SYSTEM SET work_mem = '1GB';",
    'REINDEX DATABASE a;',
    'BEGIN;\nCREATE TABLE "a" ();\nCOMMIT;',
    'START TRANSACTION;',
    '/* why */ COMMIT;',
    `ALTER TYPE "role" ADD VALUE 'GUEST';\nUPDATE "staff" SET "role" = 'GUEST';`,
    `ALTER TYPE "role" ADD VALUE IF NOT EXISTS 'GUEST';\nCREATE INDEX "a" ON "b"("c") WHERE "role" = 'GUEST';`,
  ])('rejects %j', (sql) => {
    expect(findReasons(sql)).toHaveLength(1);
  });

  it.each([
    '-- Not CONCURRENTLY, since\n-- VACUUM; BEGIN;\nCREATE INDEX "a" ON "b"("c");',
    `INSERT INTO "a" VALUES ('x; COMMIT; it''s CONCURRENTLY');`,
    'CREATE TABLE "commit" ("vacuum" int, "concurrently" int);',
    'CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN NULL; END; $body$;',
    'DO $$ BEGIN PERFORM 1; END $$;',
    `ALTER TYPE "role" ADD VALUE 'GUEST';`,
  ])('accepts %j', (sql) => {
    expect(findReasons(sql)).toEqual([]);
  });
});
