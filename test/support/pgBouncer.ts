import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../src/store/embedded/freePort.ts';
import { run } from './databaseServer.ts';
import { kill } from './systemProcesses.ts';

export interface PgBouncer {
  /** The same database, through the pooler. */
  urlOf(databaseUrl: string): string;
  close(): Promise<void>;
}

/** Debian's package `pgbouncer`. */
const program = '/usr/sbin/pgbouncer';

export function hasPgBouncer(): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** PgBouncer on 127.0.0.1, in front of one database, with so many connections to it. */
export async function startPgBouncer(
  databaseUrl: string,
  poolSize: number,
  mode: 'transaction' | 'session' = 'transaction',
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'openplug-pgbouncer-'));
  const ownPort = await freePort();
  const files = {
    'userlist.txt': `"${username}" "${password}"\n`,
    'pgbouncer.ini': `[databases]
      ${pathname.slice(1)} = host=${hostname} port=${port}
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${ownPort}
      unix_socket_dir =
      auth_type = scram-sha-256
      auth_file = ${join(folder, 'userlist.txt')}
      pool_mode = ${mode}
      default_pool_size = ${poolSize}
      max_client_conn = 500
      `.replaceAll(/^ +/gm, ''),
  };
  const account = unprivilegedAccount();
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
  if (account) await chown(folder, account.uid, account.gid);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...account });
  const lines: string[] = [];
  const up = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (line.includes('process up')) resolve();
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`PgBouncer ended: ${lines.join('\n')}`)));
  });
  const urlOf = (url: string) => {
    const pooled = new URL(url);
    [pooled.hostname, pooled.port] = ['127.0.0.1', String(ownPort)];
    return pooled.href;
  };
  const close = async () => {
    await kill(child);
    await rm(folder, { recursive: true });
  };
  try {
    await up;
    await run(urlOf(databaseUrl), 'SELECT 1');
  } catch (error) {
    await close();
    throw new Error(`PgBouncer does not serve: ${lines.join('\n')}`, { cause: error });
  }
  return { urlOf, close };
}

/** It refuses to run as root. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
