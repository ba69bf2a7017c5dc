import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { processIdentity } from './processIdentity.ts';

/** The process of the service that started the server and will stop it. */
export interface Owner {
  pid: number;
  identity: string;
  serverPid: number;
}

/** undefined when there is none or it cannot be understood, as after a full disk: then nobody owns the server. */
export async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Partial<Owner> | null;
    const { pid, identity, serverPid } = owner ?? {};
    if (!Number.isSafeInteger(pid) || typeof identity !== 'string' || !Number.isSafeInteger(serverPid))
      return undefined;
    return { pid: pid!, identity, serverPid: serverPid! };
  } catch {
    return undefined;
  }
}

export async function isOwnerAlive(owner: Owner): Promise<boolean> {
  return (await processIdentity(owner.pid)) === owner.identity;
}

export async function writeOwner(path: string, serverPid: number): Promise<void> {
  const owner: Owner = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '', serverPid };
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  await rename(fresh, path);
}

/** Leaves the file alone once another process has started a server of its own. */
export async function removeOwner(path: string, serverPid: number): Promise<void> {
  if ((await readOwner(path))?.serverPid === serverPid) await rm(path, { force: true });
}
