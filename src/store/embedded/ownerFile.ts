import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { processIdentity } from './processIdentity.ts';

/** The process of the service that started the server and will stop it. */
export interface Owner {
  pid: number;
  identity: string;
  serverPid: number;
  /** True: the process was asked to stop, and stops the server. Other processes may start a server. */
  isStopping?: boolean;
}

/** Returns undefined if there is no file, or only a part of one, as after a full disk: then nobody owns the server. */
export async function readOwner(path: string): Promise<Owner | undefined> {
  return ownerIn(await readFile(path, 'utf8').catch(() => ''));
}

/**
 * Says whether the server that another process ran was ended by a normal stop of that process. A process that was
 * killed leaves its file as it is. Reads without waiting: it is called when something has just failed because the
 * server has ended.
 */
export function isHandedOver(path: string, serverPid: number): boolean {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Removed: nobody owns a server.
  }
  const owner = ownerIn(text);
  return owner?.serverPid !== serverPid || owner.isStopping === true;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    const isWhole = [owner.pid, owner.serverPid].every(Number.isSafeInteger) && typeof owner.identity === 'string';
    return isWhole ? owner : undefined;
  } catch {
    return undefined;
  }
}

export async function isOwnerAlive(owner: Owner): Promise<boolean> {
  return (await processIdentity(owner.pid)) === owner.identity;
}

export async function writeOwner(path: string, serverPid: number): Promise<void> {
  await keepOwner(path, { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '', serverPid });
}

/** Announces to the processes that borrow the server that its end is intended. */
export async function announceStop(path: string, serverPid: number): Promise<void> {
  const owner = await readOwner(path);
  if (owner?.serverPid === serverPid) await keepOwner(path, { ...owner, isStopping: true });
}

async function keepOwner(path: string, owner: Owner): Promise<void> {
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  await rename(fresh, path);
}

/** Removes the file, unless another process has started a server since. */
export async function removeOwner(path: string, serverPid: number): Promise<void> {
  if ((await readOwner(path))?.serverPid === serverPid) await rm(path, { force: true });
}
