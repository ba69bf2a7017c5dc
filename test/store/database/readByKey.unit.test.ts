import { describe, expect, it } from 'vitest';
import { readByKey } from '../../../src/store/database/readByKey.ts';
import type { Store } from '../../../src/store/database/store.ts';

interface Named {
  name: string;
}

/** A reader that has one row for each key but `unknown`, two for `twice`, and fails for `broken`. */
function fakeReader() {
  const asked: unknown[][] = [];
  const query = async ({ values }: { values: [string[]] }) => {
    asked.push(values);
    if (values[0].includes('broken')) throw new Error('no connection');
    const rows = values[0].flatMap((name, index) => {
      const times = { unknown: 0, twice: 2 }[name] ?? 1;
      return Array.from({ length: times }, () => ({ place: index + 1, name }));
    });
    return { rows };
  };
  return { asked, store: { reader: { query } } as unknown as Pick<Store, 'reader'> };
}

describe('keys that are asked for in one tick', () => {
  it('are one statement, each key once, and each caller has the rows of theirs', async () => {
    const { asked, store } = fakeReader();
    const read = readByKey<Named>({ name: 'named', text: '' });
    const found = await Promise.all(['a', 'twice', 'a', 'unknown'].map(async (key) => read(store, key)));
    expect(found).toEqual([[{ name: 'a' }], [{ name: 'twice' }, { name: 'twice' }], [{ name: 'a' }], []]);
    expect(asked).toEqual([[['a', 'twice', 'unknown']]]);
  });

  it('fail together, and are read anew in the next one', async () => {
    const { asked, store } = fakeReader();
    const read = readByKey<Named>({ name: 'named', text: '' });
    const settled = await Promise.allSettled([read(store, 'a'), read(store, 'broken')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read(store, 'a')).toEqual([{ name: 'a' }]);
    expect(asked).toHaveLength(2);
  });

  it('of several parts have an array for each part', async () => {
    const { asked, store } = fakeReader();
    const read = readByKey<Named>({ name: 'named', text: '' });
    await Promise.all([read(store, 'a', 1), read(store, 'a', 2)]);
    expect(asked).toEqual([
      [
        ['a', 'a'],
        [1, 2],
      ],
    ]);
  });

  it('on two readers are not mixed', async () => {
    const [one, other] = [fakeReader(), fakeReader()];
    const read = readByKey<Named>({ name: 'named', text: '' });
    await Promise.all([read(one.store, 'a'), read(other.store, 'b')]);
    expect([one.asked, other.asked]).toEqual([[[['a']]], [[['b']]]]);
  });
});
