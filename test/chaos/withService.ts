import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleService, startServiceProcess, type ServiceProcess } from '../support/serviceProcess.ts';
import { Cluster } from './cluster.ts';

export interface OneService extends ServiceProcess {
  url: string;
  adminToken: string;
}

/** Runs one process of the service on a database of its own, which are gone when the work is over. */
export async function withService<Result>(
  environment: Record<string, string>,
  work: (service: OneService) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-chaos-'));
  const cluster = await Cluster.start(join(folder, 'data'));
  const bundle = await bundleService();
  const adminToken = randomBytes(24).toString('hex');
  const service = startServiceProcess(bundle, {
    DATABASE_URL: cluster.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_TOKEN: adminToken,
    ...environment,
  });
  try {
    const url = String((await service.ready)['url']);
    return await work({ ...service, url, adminToken });
  } finally {
    await service.end('SIGKILL');
    await bundle.remove();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
