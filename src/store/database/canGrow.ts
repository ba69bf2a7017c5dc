import type pg from 'pg';

/** SQLSTATE: the disk is full. */
export const diskFull = '53100';

/**
 * Says whether the disk still has room for tables. It writes more than the free space of a page, so that the file has
 * to grow, and rolls back. Throws other failures.
 */
export async function canGrow(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(FILL_SQL);
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code === diskFull) return false;
    throw error;
  } finally {
    // Closing the connection also ends what a failure has left open.
    const isOver = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.release(!isOver);
  }
}

/** The statement that writes 64 KiB which can hardly be compressed. */
const FILL_SQL = `
  INSERT INTO rejected_request (at, endpoint, status, reason, canonical_string)
  SELECT now(), '', 0, '', string_agg(md5(random()::text), '') FROM generate_series(1, 2048)`;
