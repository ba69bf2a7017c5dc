import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import { clusterNameFor, type ServerAccount } from './serverAccount.ts';
import type { ServerLog } from './serverLog.ts';
import { ROLE } from './serverUrl.ts';
import { serverEnvironment } from './supervisedProcess.ts';

interface PasswordWork {
  paths: DataPaths;
  binaries: PostgresBinaries;
  account: ServerAccount | undefined;
  log: ServerLog;
}

/** Sets it in single-user mode, which asks for no password. No server may run. The password must be free of quotes. */
export async function setRolePassword(
  { paths, binaries, account, log }: PasswordWork,
  password: string,
): Promise<void> {
  await log.mark();
  const server = spawn(binaries.postgres, ['--single', '-D', clusterNameFor(account, paths.cluster), 'postgres'], {
    cwd: paths.cluster,
    env: serverEnvironment(),
    stdio: ['pipe', log.fd, log.fd],
    ...account,
  });
  server.stdin!.on('error', () => {});
  server.stdin!.end(`ALTER ROLE ${ROLE} PASSWORD '${password}';\n`);
  const [status] = (await once(server, 'exit')) as [number | null];
  // A failed statement does not change the exit status.
  if (status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(await log.tail())) {
    throw new EmbeddedPostgresError(
      'PASSWORD',
      `${paths.password} is missing, and no new password could be set:\n${await log.tail()}`,
    );
  }
}
