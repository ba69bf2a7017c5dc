import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { processIdentity } from './processIdentity.ts';

/** The process of the service that started the server and will stop it. */
export interface Owner {
  pid: number;
  identity: string;
  serverPid: number;
  /** It is stopping the server, as it was asked to; others may start their own. */
  isStopping?: boolean;
}

/** undefined when there is none or it cannot be understood, as after a full disk: then nobody owns the server. */
export async function readOwner(path: string): Promise<Owner | undefined> {
  return ownerIn(await readFile(path, 'utf8').catch(() => ''));
}

/**
 * Whether the server that another process ran was ended by a normal stop of that process. A process that was killed leaves
 * its file as it is. Read at once: it is asked when something has just failed for want of the server.
 */
export function isHandedOver(path: string, serverPid: number): boolean {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Removed: nobody owns a server.
  }
  const owner = ownerIn(text);
  return owner === undefined || owner.serverPid !== serverPid || owner.isStopping === true;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    const { pid, identity, serverPid, isStopping } = owner ?? {};
    if (!Number.isSafeInteger(pid) || typeof identity !== 'string' || !Number.isSafeInteger(serverPid))
      return undefined;
    return { pid: pid!, identity, serverPid: serverPid!, ...(isStopping === true && { isStopping }) };
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

/** Tells those who borrow the server that its end is meant. */
export async function announceStop(path: string, serverPid: number): Promise<void> {
  const owner = await readOwner(path);
  if (owner?.serverPid === serverPid) await keepOwner(path, { ...owner, isStopping: true });
}

async function keepOwner(path: string, owner: Owner): Promise<void> {
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  await rename(fresh, path);
}

/** Leaves the file alone once another process has started a server of its own. */
export async function removeOwner(path: string, serverPid: number): Promise<void> {
  if ((await readOwner(path))?.serverPid === serverPid) await rm(path, { force: true });
}
