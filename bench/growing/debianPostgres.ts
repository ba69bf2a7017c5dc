import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../src/store/embedded/freePort.ts';
import { childrenOf } from '../../test/support/systemProcesses.ts';
import { chooseServerAccount, type ServerAccount } from '../../src/store/embedded/serverAccount.ts';

export interface DebianPostgres {
  /** Of its database `postgres`, as a superuser. */
  url: string;
  stop(): Promise<void>;
  /** All of its processes end at once, as when the power goes. */
  crash(): Promise<void>;
  /** After it was stopped. */
  restart(): Promise<void>;
}

/** Of Debian's package `postgresql-15`; the embedded PostgreSQL comes without pg_basebackup. */
const programs = '/usr/lib/postgresql/15/bin';
/**
 * Otherwise as Debian ships it: every commit waits for the disk. Nothing that comes when it likes: it would fall into one
 * of two runs, and its WAL would count as theirs.
 */
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  max_connections: '200',
};
const password = 'secret';
const startTimeoutMs = 30_000;

/** A new, empty server on 127.0.0.1, in the folder. */
export async function startPrimary(folder: string): Promise<DebianPostgres> {
  const account = await serverAccount(folder);
  const data = join(folder, 'primary');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  const given = [
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  await runProgram('initdb', ['-D', data, ...given], account);
  return start(data, account);
}

/** A hot standby that follows the primary by streaming; asynchronously, unless the primary is told otherwise. */
export async function startReplica(folder: string, primary: DebianPostgres): Promise<DebianPostgres> {
  const account = await serverAccount(folder);
  const data = join(folder, 'replica');
  const source = `${primary.url}?application_name=replica`;
  await runProgram('pg_basebackup', ['-d', source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], account);
  return start(data, account);
}

async function serverAccount(folder: string): Promise<ServerAccount | undefined> {
  await mkdir(folder, { recursive: true });
  const account = await chooseServerAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  return account;
}

async function runProgram(name: string, given: string[], account: ServerAccount | undefined): Promise<void> {
  await promisify(execFile)(join(programs, name), given, { cwd: '/', ...account });
}

async function start(data: string, account: ServerAccount | undefined): Promise<DebianPostgres> {
  const port = await freePort();
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  let child = await launch(data, port, url, account);
  return {
    url,
    stop: async () => stop(child),
    crash: async () => crash(child),
    restart: async () => {
      child = await launch(data, port, url, account);
    },
  };
}

async function launch(
  data: string,
  port: number,
  url: string,
  account: ServerAccount | undefined,
): Promise<ChildProcess> {
  const own = { ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const options = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-2000);
  });
  // Whatever ends this program ends its servers.
  process.once('exit', () => child.kill('SIGQUIT'));
  try {
    await untilConnected(url, child);
    return child;
  } catch (error) {
    await stop(child);
    throw new Error(`PostgreSQL did not start: ${complaints}`, { cause: error });
  }
}

async function untilConnected(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** SIGINT: it ends the connections, and then itself. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  await gone;
}

async function crash(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  for (const pid of [...childrenOf(child.pid!), child.pid!]) process.kill(pid, 'SIGKILL');
  await gone;
}
