import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { packageFiles } from '../../src/packageFiles.ts';
import { checksumOf, readMigrationFiles } from '../../src/store/migrations/migrationFiles.ts';

/** Also for `sha256sum --check`. */
const list = await readFile(`${packageFiles.migrations}/../checksums.txt`, 'utf8');
const landed = new Map(
  Array.from(list.matchAll(/^(\w{64}) {2}migrations\/(\w+)\/migration\.sql$/gm), ([, sum, name]) => [name!, sum!]),
);
const files = await readMigrationFiles(packageFiles.migrations);

describe('a migration that has landed', () => {
  it.each(files)('is in prisma/checksums.txt, and stays as it is: $name', ({ name, sql }) => {
    const sum = checksumOf(sql);
    const known = landed.get(name);
    const missing = `Add this line to prisma/checksums.txt:\n${sum}  migrations/${name}/migration.sql\n`;
    const changed = `${name} was changed. Databases have its earlier text and would not start: make a new migration.`;
    const wrong = known === undefined ? missing : changed;
    expect(known === sum ? null : wrong).toBeNull();
  });

  it('stays where it is', () => {
    expect([...landed.keys()]).toEqual(files.map(({ name }) => name));
    expect(list.trimEnd().split('\n')).toHaveLength(files.length);
  });
});
