import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../src/config/config.ts';

const path = fileURLToPath(new URL('../../operations/settings.md', import.meta.url));

describe('operations/settings.md', () => {
  it('has each setting in one row of its tables, and nothing that is no setting', async () => {
    const rows = (await readFile(path, 'utf8')).split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) => Array.from(row.split('|')[1]!.matchAll(/`(\w+)`/g), ([, name]) => name!));
    expect(documented.toSorted()).toEqual(settingNames.toSorted());
  });
});
