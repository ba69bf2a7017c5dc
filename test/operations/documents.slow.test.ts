import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../src/store/embedded/freePort.ts';
import { createTestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { skipWithout } from '../support/missingProgram.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { quickStart } from '../support/quickStart.ts';
import { bundleService, startServiceProcess } from '../support/serviceProcess.ts';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The shell commands below a heading of a document, block by block. */
async function commandsOf(path: string, heading: string): Promise<string[]> {
  const text = await readFile(join(root, path), 'utf8');
  const level = heading.split(' ')[0]!;
  const [, section = ''] = text.split(`${heading}\n`);
  const [own = ''] = section.split(new RegExp(`^${level} `, 'm'));
  const blocks = Array.from(own.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block]) => block!);
  expect(blocks).not.toEqual([]);
  return blocks;
}

/** Scripts wait in loops. One that waits in vain ends before its test does. */
const longestScriptMs = 45_000;

/** Runs the script, and ends all that it has left in its group of processes, for example a receiver. */
async function bash(script: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn('bash', ['-euc', script], {
    cwd: root,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const overdue = setTimeout(() => endGroup(child.pid!), longestScriptMs);
  const [shown, complaints] = [readAll(child.stdout), readAll(child.stderr)];
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(overdue);
  endGroup(child.pid!);
  if (code !== 0) throw new Error(`The script ended with ${String(code)}: ${await complaints}`);
  return shown;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nothing was left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs the commands that prepare a role and a database, on the server of the URL and under other names. */
async function prepareDatabase(serverUrl: string) {
  const server = new URL(serverUrl);
  const name = `openplug_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(8).toString('hex');
  const [commands = ''] = await commandsOf('operations/install.md', '## A database and its role');
  await bash(commands.replaceAll(/\bopenplug\b/g, name).replace('choose-one', password), {
    PGHOST: server.hostname,
    PGPORT: server.port,
    PGUSER: decodeURIComponent(server.username),
    PGPASSWORD: decodeURIComponent(server.password),
    PGDATABASE: 'postgres',
  });
  return {
    url: Object.assign(new URL(serverUrl), { username: name, password, pathname: `/${name}` }).href,
    drop: async () => {
      await run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await run(serverUrl, `DROP ROLE ${name}`);
    },
  };
}

async function createSandboxPlugin(url: string, key: string): Promise<{ pluginId: string; secret: string }> {
  const query = 'mutation { createPlugin(input: { name: "Rehearsal", sandbox: true }) { plugin { id } secret } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { createPlugin: { plugin: { id: string }; secret: string } } };
  return { pluginId: data.createPlugin.plugin.id, secret: data.createPlugin.secret };
}

describe('what the documents have to paste', { timeout: 60_000 }, () => {
  it('leads from an order to a verified callback on localhost', async () => {
    const [database, receiverPort, orders] = await Promise.all([
      createTestDatabase(),
      freePort(),
      mkdtemp(join(tmpdir(), 'openplug-orders-')),
    ]);
    const key = randomBytes(16).toString('hex');
    const service = startServiceProcess(quickBundle(), {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: key,
      CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
    });
    try {
      const url = String((await service.ready)['url']);
      const byHand = await commandsOf('README.md', '## The first signed request by hand');
      const [start, receive, ...rest] = await commandsOf(
        'docs/first-callback.md',
        '# The first callback, on your own machine',
      );
      expect(start).toContain('CALLBACK_ALLOW_NETWORKS=127.0.0.0/8 npm start');
      const look = rest.pop()!;
      const script = [
        ...byHand,
        receive,
        // A person takes longer than the receiver to start.
        `until curl -s -o /dev/null http://127.0.0.1:8000/; do :; done`,
        ...rest,
        `until [[ $(${look.trim()}) == *DELIVERED* ]]; do :; done`,
        look,
      ].join('\n');
      const shown = await bash(
        script
          .replaceAll('http://127.0.0.1:3000', url)
          .replaceAll('$(cat data/admin-token)', key)
          .replaceAll('$PWD/orders', orders)
          .replaceAll('8000', String(receiverPort)),
      );
      expect(await readdir(orders)).toHaveLength(1);
      expect(shown).toContain('"open_id"');
      expect(shown).toContain('{"data":{"checkCallbackUrl":{"ok":true,"problems":[]}}}');
      expect(shown).toMatch(/"notification":\{"code":"DELIVERED".*"attempts":\[\{"number":1,"outcome":"ACKNOWLEDGED"/);
    } finally {
      await service.end();
      await rm(orders, { recursive: true });
      await database.drop();
    }
  });

  it('rehearses with a sandbox plugin, by the same commands in both languages', async () => {
    const commands = await commandsOf('docs/guide/en/rehearse.md', '# Rehearse with a sandbox plugin');
    expect(await commandsOf('docs/guide/zh/rehearse.md', '# 用沙箱插件演练')).toEqual(commands);

    const [database, receiverPort, tool] = await Promise.all([
      createTestDatabase(),
      freePort(),
      bundleService('src/openplug.ts'),
    ]);
    const key = randomBytes(16).toString('hex');
    const service = startServiceProcess(quickBundle(), {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: key,
      // The first one is over before anyone has typed the commands again.
      CALLBACK_DELAYS_S: '0.01,0.1,0.1,0.1,0.1',
    });
    try {
      const url = String((await service.ready)['url']);
      const { pluginId, secret } = await createSandboxPlugin(url, key);
      const script = commands
        .filter((block) => !block.includes('python3'))
        .flatMap((block) =>
          block.startsWith('npx openplug receiver')
            ? [`${block.trim()} --port 8000 &`, 'until curl -s -o /dev/null http://127.0.0.1:8000/; do :; done']
            : [block],
        );
      const shown = await bash(
        script
          .join('\n')
          .replaceAll('https://platform.example', url)
          .replaceAll('plugtest', pluginId)
          .replaceAll('0123456789abcdef0123456789ABCDEF', secret)
          .replaceAll('npx openplug', `${process.execPath} ${tool.path}`)
          .replaceAll('8000', String(receiverPort)),
      );
      expect(shown).toMatch(/"status":10,/);
      expect(shown).toMatch(/"resource":\{"attempt":1,"body":"\{/);
      expect(shown).toMatch(/"counted":1,.*"outcome":"UNEXPECTED_STATUS"/);
      expect(shown).toMatch(/attempt 2\n.*status 500.*UNEXPECTED_STATUS[^]*attempt 3\n.*status 200.*ACKNOWLEDGED/);

      const other = await createSandboxPlugin(url, key);
      const [definitions = '', ...byHand] = commands
        .slice(0, 5)
        .map((block) => block.replace('https://platform.example', url).replace('plugtest', other.pluginId));
      const withSecret = (value: string) => definitions.replace('0123456789abcdef0123456789ABCDEF', value);
      const twice = await bash([withSecret(other.secret), ...byHand, ...byHand].join('\n'));
      expect(twice.match(/"attempt":\d,"counted":1/g)).toEqual(['"attempt":1,"counted":1', '"attempt":2,"counted":1']);
      const refused = await bash(['exec 2>&1', withSecret('wrong'), byHand[0]].join('\n'));
      expect(refused).toMatch(/^\{.*"sign":.*\} 401\n/);
    } finally {
      await service.end();
      await tool.remove();
      await database.drop();
    }
  });

  it('rehearses with Python alone', async (context) => {
    await skipWithout([['python3', '--version']], 'A rehearsal with Python', context);
    const commands = await commandsOf('docs/guide/en/rehearse.md', '# Rehearse with a sandbox plugin');
    const [database, receiverPort, orders] = await Promise.all([
      createTestDatabase(),
      freePort(),
      mkdtemp(join(tmpdir(), 'openplug-orders-')),
    ]);
    const key = randomBytes(16).toString('hex');
    const service = startServiceProcess(quickBundle(), {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_TOKEN: key,
      CALLBACK_DELAYS_S: '0.1,0.1,0.1,0.1,0.1',
    });
    try {
      const BASE = String((await service.ready)['url']);
      const { pluginId: PLUGIN_ID, secret: OPENPLUG_SECRET } = await createSandboxPlugin(BASE, key);
      const script = commands.find((block) => block.includes('python3'))!.replaceAll('8000', String(receiverPort));
      const settings = { BASE, PLUGIN_ID, OPENPLUG_SECRET, ORDERS_DIR: orders, PORT: String(receiverPort) };
      const shown = await bash(`cd docs/examples/python\n${script}`, { ...settings, PYTHONDONTWRITEBYTECODE: '1' });
      // The receiver may not listen yet when the first attempt is made.
      expect(shown).toMatch(/^paid: (\w+)\n(attempt \d: CONNECTION_FAILED .*\n)*attempt \d: ACKNOWLEDGED\n$/m);
      const [, orderId] = /paid: (\w+)/.exec(shown)!;
      expect(await readdir(orders)).toEqual([`${orderId}.json`]);
    } finally {
      await service.end();
      await rm(orders, { recursive: true });
      await database.drop();
    }
  });

  it('prepares a role and a database that need no more rights', async (context) => {
    await skipWithout([['psql', '--version']], 'The preparation of a database', context);
    const template = await createTestDatabase();
    const prepared = await prepareDatabase(template.url);
    try {
      await runFile(process.execPath, [...quickStart, quickBundle('src/migrate.ts').path], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: prepared.url },
      });
      const applied = 'SELECT migration_name FROM _prisma_migrations ORDER BY 1';
      expect((await run(prepared.url, applied)).rows).toEqual((await run(template.url, applied)).rows);
    } finally {
      await prepared.drop();
      await template.drop();
    }
  });

  it('has a unit that systemd accepts', async (context) => {
    await skipWithout([['systemd-analyze', '--version']], 'The unit for systemd', context);
    const folder = await mkdtemp(join(tmpdir(), 'openplug-unit-'));
    try {
      const unit = await readFile(join(root, 'operations/openplug.service'), 'utf8');
      const path = join(folder, 'openplug.service');
      await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
      const { stderr } = await runFile('systemd-analyze', ['verify', '--man=no', path]);
      expect(stderr.split('\n').filter((line) => line.includes('openplug.service'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('moves to another server with pg_dump', async (context) => {
    const database = await createTestDatabase();
    try {
      const { rows } = await run(database.url, "SELECT current_setting('server_version_num')::int / 10000 AS version");
      const { stdout } = await runFile('pg_dump', ['--version']).catch(() => ({ stdout: '0' }));
      const client = Number(/\d+/.exec(stdout)?.[0]);
      if (client < rows[0].version) {
        const reason = `Moving by pg_dump is not tested: it is of version ${client}, the server of ${rows[0].version}.`;
        console.warn(reason);
        context.skip(reason);
      }
      const [move = ''] = await commandsOf('operations/install.md', '## From the embedded database to a server');
      const dump = /pg_dump .* openplug/s.exec(move)![0];
      const options = Array.from(dump.matchAll(/--no-[a-z]+/g), ([option]) => option);
      const load = /psql "\$DATABASE_URL" (.*) -f openplug\.sql/.exec(move)![1];
      const target = await prepareDatabase(database.url);
      try {
        await run(database.url, "INSERT INTO plugin (id, name) VALUES ('moved123', 'Moved')");
        await bash(`pg_dump ${options.join(' ')} "$SOURCE" | psql "$DATABASE_URL" ${load} -f -`, {
          SOURCE: database.url,
          DATABASE_URL: target.url,
        });
        const counted =
          'SELECT (SELECT count(*) FROM _prisma_migrations) AS migrations, (SELECT name FROM plugin) AS name';
        expect((await run(target.url, counted)).rows).toEqual((await run(database.url, counted)).rows);
      } finally {
        await target.drop();
      }
    } finally {
      await database.drop();
    }
  });
});
