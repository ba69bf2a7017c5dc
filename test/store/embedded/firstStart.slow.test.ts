import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from '../../../src/store/embedded/embeddedPostgres.ts';
import { DataFolder, query, WAIT } from '../../support/embeddedServer.ts';
import { kill } from '../../support/systemProcesses.ts';

let folder: DataFolder;

beforeEach(async () => {
  folder = await DataFolder.make();
});

afterEach(() => folder.remove());

describe('a first start', { timeout: 30_000 }, () => {
  /** Started once, for all the tests that only look; the settings are those of the service but for one. */
  let shared: DataFolder;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    shared = await DataFolder.make();
    server = await shared.start({ settings: { max_connections: '37' } });
  });

  afterAll(() => shared.remove());

  test('makes a checksummed UTF-8 cluster with a database in UTC and durable commits', async () => {
    const { url } = server;
    expect(new URL(url)).toMatchObject({ protocol: 'postgresql:', hostname: '127.0.0.1', pathname: '/openplug' });
    const settings = ['server_encoding', 'data_checksums', 'TimeZone', 'fsync', 'unix_socket_directories'];
    const values = settings.map((name) => `current_setting('${name}') AS "${name}"`).join(', ');
    expect(await query(url, `SELECT ${values}`)).toEqual([
      { server_encoding: 'UTF8', data_checksums: 'on', TimeZone: 'UTC', fsync: 'on', unix_socket_directories: '' },
    ]);
    expect(
      await query(url, `SELECT datlocprovider AS p, datlocale AS l FROM pg_database WHERE datname='openplug'`),
    ).toEqual([{ p: 'b', l: 'C.UTF-8' }]);
  });

  test('keeps a random password in a file only its user can read, and asks for it', async () => {
    const { url } = server;
    const { password } = new URL(url);
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(shared.path, 'postgres.password'))).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(password, 'guess'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(query(url.replace(`:${password}`, ''), 'SELECT 1')).rejects.toThrow(/password/);
    const rules = await query(url, `SELECT DISTINCT auth_method FROM pg_hba_file_rules`);
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  test('listens on the loopback address only', async () => {
    const { url } = server;
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const outside = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of outside.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      await expect(query(url.replace('127.0.0.1', address), 'SELECT 1')).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
    }
  });

  test('is reached whatever way to connect the environment asks for', async () => {
    const before = process.env['PGSSLMODE'];
    process.env['PGSSLMODE'] = 'verify-full';
    try {
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      if (before === undefined) delete process.env['PGSSLMODE'];
      else process.env['PGSSLMODE'] = before;
    }
  });

  test('passes settings on', async () => {
    const { url } = server;
    expect(await query(url, 'SHOW max_connections')).toEqual([{ max_connections: '37' }]);
  });

  test('succeeds although an earlier one was killed in initdb', async () => {
    const child = folder.startInChild();
    await expect.poll(() => folder.exists('postgres.making-', 'cluster/PG_VERSION'), WAIT).toBe(true);
    await kill(child.process);
    expect(await folder.entries('postgres')).not.toContain('postgres');
    const { url } = await folder.start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('replaces an empty folder, and nothing else that is no cluster', async () => {
    await mkdir(join(folder.cluster, 'base'), { recursive: true });
    await writeFile(join(folder.cluster, 'PG_VERSION'), '18\n');
    await expect(folder.start()).rejects.toMatchObject({
      code: 'DAMAGED_CLUSTER',
      message: expect.stringContaining('lacks global/pg_control; restore it from a backup, or move it away') as string,
    });
    await rm(folder.cluster, { recursive: true });
    await mkdir(folder.cluster);
    const { url } = await folder.start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

test('a data folder that cannot be used is named', async () => {
  await mkdir(join(folder.path, '..'), { recursive: true });
  await writeFile(folder.path, 'a file');
  await expect(folder.start()).rejects.toMatchObject({
    code: 'DATA_DIR',
    message: expect.stringContaining(folder.path),
  });
  await rm(folder.path);
});
