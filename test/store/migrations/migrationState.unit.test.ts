import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { earlierTexts } from '../../../src/store/migrations/earlierTexts.ts';
import {
  compareMigrations,
  describeMigrationState,
  type AppliedMigration,
  type MigrationState,
} from '../../../src/store/migrations/migrationState.ts';

const files = [
  { name: '1_plugin', sql: 'CREATE TABLE plugin (\n  id text\n);\n' },
  { name: '2_goods', sql: 'CREATE TABLE goods ();\n' },
];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const [plugin, goods] = files.map(({ name, sql }) => ({ name, checksum: sha256(sql), isFinished: true })) as [
  AppliedMigration,
  AppliedMigration,
];
const unknown = { ...goods, name: '3_newer' };

describe('a database is', () => {
  const cases: [string, AppliedMigration[], MigrationState][] = [
    ['behind by everything, without a history', [], { kind: 'behind', names: ['1_plugin', '2_goods'] }],
    ['current, when nothing changed', [plugin, goods], { kind: 'current', names: [] }],
    [
      'current, when Git gave the file other line ends',
      [{ ...plugin, checksum: sha256(files[0]!.sql.replaceAll('\n', '\r\n')) }, goods],
      { kind: 'current', names: [] },
    ],
    ['behind, when the program brings more', [plugin], { kind: 'behind', names: ['2_goods'] }],
    ['ahead, when the program is older', [plugin, goods, unknown], { kind: 'ahead', names: ['3_newer'] }],
    [
      'ahead, while a newer program is still at work',
      [plugin, goods, { ...unknown, isFinished: false }],
      { kind: 'ahead', names: ['3_newer'] },
    ],
    [
      'edited, when a file has another text',
      [{ ...plugin, checksum: 'x' }, goods],
      { kind: 'edited', names: ['1_plugin'] },
    ],
    [
      'failed, when one did not finish',
      [plugin, { ...goods, isFinished: false }],
      { kind: 'failed', names: ['2_goods'] },
    ],
    [
      'failed, whatever else is true',
      [{ ...plugin, checksum: 'x' }, unknown, { ...goods, isFinished: false }],
      { kind: 'failed', names: ['2_goods'] },
    ],
  ];
  it.each(cases)('%s', (_sentence, history, state) => {
    expect(compareMigrations(files, history)).toEqual(state);
  });

  it('behind, when it was made with an earlier text', () => {
    for (const { name, checksum } of earlierTexts) {
      const state = compareMigrations([{ name, sql: 'present' }], [{ name, checksum, isFinished: true }]);
      expect(state).toEqual({ kind: 'behind', names: [name] });
    }
  });
});

it.each<[MigrationState, string]>([
  [
    { kind: 'behind', names: ['1_a', '2_b'] },
    'lacks migrations 1_a, 2_b: run `npm run migrate` (in a container `node dist/migrate.js`)',
  ],
  [{ kind: 'ahead', names: ['3_c'] }, 'migration 3_c, which this version does not know'],
  [{ kind: 'failed', names: ['2_b'] }, '`npx prisma migrate resolve --rolled-back 2_b`'],
  [{ kind: 'failed', names: ['2_b'] }, 'nothing that prisma/migrations/2_b/migration.sql creates is there'],
  [{ kind: 'edited', names: ['1_a'] }, 'another text of migration 1_a'],
  [{ kind: 'current', names: [] }, 'has every migration'],
])('says what to do about %j', (state, words) => {
  expect(describeMigrationState(state)).toContain(words);
});
