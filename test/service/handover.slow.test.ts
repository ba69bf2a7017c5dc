import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper } from '../support/builders.ts';
import { DataFolder } from '../support/embeddedServer.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { startServiceProcess, type ServiceProcess } from '../support/serviceProcess.ts';

const adminToken = 'admin-token-of-the-tests';
const patience = { timeout: 30_000, interval: 20 };

const bundle = quickBundle();
let migrated: DataFolder;
let folder: string;
let running: ServiceProcess[];

beforeAll(async () => {
  migrated = await DataFolder.makeMigrated();
});
afterAll(async () => {
  await migrated.remove();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-handover-'));
  migrated.copyTo(join(folder, 'data'));
  running = [];
});
afterEach(async () => {
  // The last one runs PostgreSQL, and waits until it is gone.
  for (const service of running.toReversed()) await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<ServiceProcess & { admin: AdminClient }> {
  const started = startServiceProcess(bundle, { DATA_DIR: join(folder, 'data'), ADMIN_TOKEN: adminToken });
  running.push(started);
  return { ...started, admin: adminClient(String((await started.ready)['url']), adminToken) };
}

const said = ({ lines }: ServiceProcess) => lines.map(({ msg }) => msg);
const handover = 'the process that ran the embedded PostgreSQL has stopped; starting it again here';

async function stop(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
}

describe('of several processes on one data folder', { timeout: 120_000 }, () => {
  it('the others go on with one warning and no error when the one that runs PostgreSQL is asked to stop', async () => {
    const first = await start();
    const others = [await start(), await start()];
    await makeDeveloper(first.admin);

    await stop(first);

    for (const other of others)
      await expect.poll(() => said(other), patience).toContain('the embedded PostgreSQL is back');
    for (const other of others) {
      await makeDeveloper(other.admin);
      expect(other.logged.map(({ level, msg }) => ({ level, msg }))).toEqual([{ level: 40, msg: handover }]);
    }
  });

  it('the last one can hand over to the next that starts, again and again', async () => {
    let last = await start();
    for (let round = 0; round < 2; round += 1) {
      const next = await start();
      await stop(last);
      await expect.poll(() => said(next), patience).toContain('the embedded PostgreSQL is back');
      await makeDeveloper(next.admin);
      expect(next.logged.map(({ msg }) => msg)).toEqual([handover]);
      last = next;
    }
  });

  it('the others report an error when the one that runs PostgreSQL is killed', async () => {
    const first = await start();
    const other = await start();

    first.signal('SIGKILL');

    await expect.poll(() => said(other), patience).toContain('the embedded PostgreSQL is back');
    expect(said(other)).toContain('the embedded PostgreSQL is gone; starting it again');
    expect(said(other)).not.toContain(handover);
  });

  it('each says when it is told to stop, and last of all that it has, and how long that took', async () => {
    const service = await start();
    await stop(service);
    const [stopping, ...rest] = service.lines.slice(said(service).indexOf('stopping'));
    expect(stopping).toMatchObject({ signal: 'SIGTERM' });
    expect(rest.at(-1)).toMatchObject({ level: 30, msg: 'stopped', tookMs: expect.any(Number) });
    expect(rest.at(-1)!['tookMs']).toBeGreaterThan(0);
  });
});
