import { rowsOf, type Statement } from './preparedStatements.ts';
import type { Store } from './store.ts';

/**
 * Returns a function that reads the rows of a key, for the rows that staff look at by their ids. Keys that are
 * requested in the same tick, by any requests, are read by one prepared statement, each key once. Prisma does the same,
 * but its client takes several times as long as the statement.
 *
 * The statement selects `FROM unnest($1::text[]) WITH ORDINALITY AS asked(…, place)`, with an array for each part of
 * the key, and has `asked.place::int AS place` among its columns.
 */
export function readByKey<Row extends object>(
  statement: Statement,
): (store: Pick<Store, 'reader'>, ...key: Key) => Promise<Row[]> {
  const open = new WeakMap<Store['reader'], Batch<Row>>();

  function begin(reader: Store['reader']): Batch<Row> {
    const keys = new Map<string, Key>();
    const read = async () => {
      open.delete(reader);
      const rows = await rowsOf<Row & { place: number }>(reader, statement, arraysOf([...keys.values()]));
      return rowsByName([...keys.keys()], rows);
    };
    const batch = { keys, rows: new Promise<void>((resolve) => process.nextTick(resolve)).then(read) };
    open.set(reader, batch);
    return batch;
  }

  return async ({ reader }, ...key) => {
    const batch = open.get(reader) ?? begin(reader);
    const name = JSON.stringify(key);
    batch.keys.set(name, key);
    return (await batch.rows).get(name) ?? [];
  };
}

type Key = readonly (string | number)[];

interface Batch<Row> {
  /** The keys, by their JSON. */
  keys: Map<string, Key>;
  rows: Promise<Map<string, Row[]>>;
}

/** Returns an array for each part of the keys. */
function arraysOf(keys: readonly Key[]): unknown[][] {
  return keys[0]!.map((_, part) => keys.map((key) => key[part]));
}

function rowsByName<Row extends object>(
  names: readonly string[],
  found: readonly (Row & { place: number })[],
): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  for (const { place, ...row } of found) {
    const name = names[place - 1]!;
    const before = rows.get(name);
    if (before) before.push(row as unknown as Row);
    else rows.set(name, [row as unknown as Row]);
  }
  return rows;
}
