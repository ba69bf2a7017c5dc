import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { StartError } from './startError.ts';

/**
 * Returns a secret that the first start makes and keeps in a file that only its owner may read. The file appears whole or
 * not at all, and processes that start at the same time agree on one.
 */
export async function keptSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  try {
    return await findOrMake(path, make);
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    throw new StartError(
      `${path} cannot be used: ${error.message}. DATA_DIR must be a folder that this user may write to.`,
      { cause: error },
    );
  }
}

async function findOrMake(path: string, make: () => string | Promise<string>): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const kept = await readKept(path);
  if (kept) return kept;

  const made = await make();
  const draft = `${path}.${randomUUID()}.draft`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${made}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename, a link does not replace what another process has just kept.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const secret = await readKept(path);
  if (!secret)
    throw new StartError(`${path} is empty; it should hold a secret. Restore it, or remove it to have one made.`);
  return secret;
}

async function readKept(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
