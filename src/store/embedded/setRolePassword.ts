import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ClusterWork } from './cluster.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { clusterNameFor } from './serverAccount.ts';
import { ROLE } from './serverUrl.ts';
import { serverEnvironment } from './supervisedProcess.ts';

/** In single-user mode, which asks for no password; only while no server runs. The password must be free of quotes. */
export async function setRolePassword(work: ClusterWork, password: string): Promise<void> {
  const { paths, binaries, account, log } = work;
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
