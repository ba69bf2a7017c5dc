import { readdir } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, mentionsEnvironment, sourcesOf, targetsOf, type Source } from './support/sourceImports.ts';

const doors = ['rest', 'admin', 'docs', 'sweeper'];
const below = ['store', 'rules', 'limits', 'metrics', 'tracing'];
const everything = [...doors, ...below, 'config', 'http', 'log', 'app.ts', 'packageFiles.ts'];

/**
 * The folders and files of src/ that the files of each folder may import, besides those of the folder itself. Files directly
 * in src/ may import everything.
 */
const mayImport: Record<string, readonly string[]> = {
  rules: [],
  config: ['rules'],
  store: ['rules'],
  limits: ['rules'],
  http: ['store', 'rules', 'limits'],
  rest: ['store', 'rules', 'limits', 'http'],
  admin: ['store', 'rules', 'limits', 'http'],
  // The version in the document is that of the package.
  docs: ['rules', 'http', 'packageFiles.ts'],
  sweeper: ['store', 'rules'],
  metrics: ['store', 'rules', 'http'],
  tracing: ['store', 'rules', 'http'],
  log: [...doors, ...below, 'http'],
  service: everything,
  commands: [...everything, 'service'],
  // A test callback is posted by the code that posts real ones. The tool uses nothing else of the doors, and no database.
  developerTool: ['rules', 'sweeper/post'],
  console: [],
};

const generatedClient = 'store/generated/';
/** Prisma's instrumentation opens no database. */
const databasePackages = /^(pg|@prisma\/(?!instrumentation$).+|prisma)(\/|$)/;
/** The files in store/embedded hand the environment on to the processes that they start. They take no setting from it. */
const readersOfEnvironment = [
  'main.ts',
  'migrate.ts',
  'reseal.ts',
  'openplug.ts',
  'store/embedded/supervisedProcess.ts',
  'store/embedded/processIdentity.ts',
];

/** Returns one sentence for each import, and each mention of process.env, that the design forbids. */
function findViolations(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const { path } = source;
    return [
      ...importsOf(source).flatMap((specifier) => importViolation(path, specifier)),
      ...(mentionsEnvironment(source) && !readersOfEnvironment.includes(path) ? [`${path} mentions process.env`] : []),
    ];
  });
}

function importViolation(path: string, specifier: string): string[] {
  const from = folderOf(path);
  if (!specifier.startsWith('.')) {
    const forbidden = from !== 'store' && databasePackages.test(specifier);
    return forbidden ? [`${path} imports ${specifier}`] : [];
  }
  const target = posix.join(dirname(path), specifier);
  const to = folderOf(target) || target;
  const message = [`${path} imports ${target}`];
  if (target.startsWith(generatedClient) && from !== 'store') return message;
  if (from === 'console') return isGeneratedForConsole(target) || to === 'console' ? [] : message;
  if (target.startsWith('..')) return message;
  if (from === '' || from === to) return [];
  return mayImport[from]?.some((one) => one === to || target.startsWith(`${one}/`)) ? [] : message;
}

/** Says whether this is a file that `npm run generate` writes for the console: operations, and sentences. */
function isGeneratedForConsole(target: string): boolean {
  return /(^|\/)generated\//.test(target) && !target.startsWith(generatedClient);
}

/** Returns 'admin' for admin/schema.ts, '' for main.ts, '..' for what is outside src/. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** Returns each cycle of imports between files, type imports included, as `a.ts → b.ts → a.ts`. */
function findCycles(sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, targetsOf(source)]));
  const finished = new Set<string>();
  const cycles: string[] = [];
  const follow = (path: string, way: string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || finished.has(path)) return;
    for (const target of imports.get(path) ?? []) follow(target, [...way, path]);
    finished.add(path);
  };
  for (const path of imports.keys()) follow(path, []);
  return cycles;
}

/** Returns the packages that a file loads, through all files that it imports. */
function packagesFrom(start: string, sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set([start]);
  const packages = new Set<string>();
  for (const path of reached) {
    for (const specifier of importsOf(byPath.get(path)!)) {
      if (specifier.startsWith('.')) reached.add(posix.join(dirname(path), specifier));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  }
  return [...packages];
}

describe('the imports of src/', () => {
  it('point one way', async () => {
    const sources = await sourcesOf(fileURLToPath(new URL('../src', import.meta.url)));
    expect(sources.length).toBeGreaterThan(50);
    expect(findViolations(sources.filter(({ path }) => !path.startsWith(generatedClient)))).toEqual([]);
  });

  it('go in no circle', async () => {
    const sources = await sourcesOf(fileURLToPath(new URL('../src', import.meta.url)));
    expect(findCycles(sources.filter(({ path }) => !path.startsWith(generatedClient)))).toEqual([]);
  });

  it("lead from the developers' tool to no package but the one that posts callbacks", async () => {
    const sources = await sourcesOf(fileURLToPath(new URL('../src', import.meta.url)));
    expect(packagesFrom('openplug.ts', sources)).toEqual(['undici']);
  });

  it('are of the folders that this test knows', async () => {
    const entries = await readdir(fileURLToPath(new URL('../src', import.meta.url)), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(Object.keys(mayImport)).toEqual(expect.arrayContaining(folders));
  });
});

describe('this test', () => {
  it.each([
    ['rules/signature.ts', `import { createHmac } from 'node:crypto';`],
    ['rules/signature.ts', `import { canonicalString } from './canonicalString.ts';`],
    ['store/orders.ts', `import { Refusal } from '../rules/refusal.ts'; import pg from 'pg';`],
    ['store/embedded/cluster.ts', `import { newIdentifier } from '../identifiers.ts';`],
    ['store/orders.ts', `import type { Order } from './generated/client.ts';`],
    ['rest/goods.ts', `import { createGoods } from '../store/goods.ts';`],
    ['admin/schema.ts', `import { buildSchema } from 'type-graphql'; import './role.ts';`],
    ['sweeper/sweepOnce.ts', `import { claimDueDeliveries } from '../store/deliveries.ts';`],
    ['console/orders.ts', `import { OrdersDocument } from './generated/operations.ts'; import './page.ts';`],
    ['app.ts', `import './rest/restRoutes.ts'; import './admin/openAdminDoor.ts'; import './packageFiles.ts';`],
    ['service/openHttp.ts', `import { openApp } from '../app.ts'; import '../config/config.ts';`],
    ['main.ts', `readConfig(process.env);`],
    ['developerTool/a.ts', `import '../rules/a.ts'; import { postOnce } from '../sweeper/post/postOnce.ts';`],
    ['rest/goods.ts', `process.exit(1); const text = 'process.env'; // process.env`],
  ])('lets %s say: %s', (path, text) => {
    expect(findViolations([{ path, text }])).toEqual([]);
  });

  it.each([
    ['rules/a.ts', `import { findOrder } from '../store/orders.ts';`, 'rules/a.ts imports store/orders.ts'],
    ['rules/a.ts', `import type { Config } from '../config/config.ts';`, 'rules/a.ts imports config/config.ts'],
    ['store/a.ts', `import { endpoint } from '../rest/endpoint.ts';`, 'store/a.ts imports rest/endpoint.ts'],
    ['store/embedded/a.ts', `export * from '../../app.ts';`, 'store/embedded/a.ts imports app.ts'],
    ['rest/a.ts', `import { openLog } from '../log/openLog.ts';`, 'rest/a.ts imports log/openLog.ts'],
    ['http/a.ts', `import { openApp } from '../app.ts';`, 'http/a.ts imports app.ts'],
    ['http/a.ts', `import { endpoints } from '../rest/endpoints.ts';`, 'http/a.ts imports rest/endpoints.ts'],
    ['http/a.ts', `import type { Actor } from '../admin/actor.ts';`, 'http/a.ts imports admin/actor.ts'],
    [
      'service/a.ts',
      `import { resealAll } from '../commands/resealAll.ts';`,
      'service/a.ts imports commands/resealAll.ts',
    ],
    ['rest/a.ts', `import { Role } from '../admin/role.ts';`, 'rest/a.ts imports admin/role.ts'],
    ['admin/a.ts', `const x = await import('../rest/routeHelpers.ts');`, 'admin/a.ts imports rest/routeHelpers.ts'],
    ['admin/a.ts', `type X = import('../sweeper/sweepOnce.ts').X;`, 'admin/a.ts imports sweeper/sweepOnce.ts'],
    ['sweeper/a.ts', `export { x } from '../rest/routeHelpers.ts';`, 'sweeper/a.ts imports rest/routeHelpers.ts'],
    ['metrics/a.ts', `import { Sweeper } from '../sweeper/sweeper.ts';`, 'metrics/a.ts imports sweeper/sweeper.ts'],
    [
      'rest/a.ts',
      `import { openMetrics } from '../metrics/openMetrics.ts';`,
      'rest/a.ts imports metrics/openMetrics.ts',
    ],
    ['sweeper/a.ts', `import { openApp } from '../app.ts';`, 'sweeper/a.ts imports app.ts'],
    ['console/a.ts', `import { Refusal } from '../rules/refusal.ts';`, 'console/a.ts imports rules/refusal.ts'],
    ['console/a.ts', `import { Role } from '../admin/role.ts';`, 'console/a.ts imports admin/role.ts'],
    ['console/a.ts', `import '../store/generated/client.ts';`, 'console/a.ts imports store/generated/client.ts'],
    [
      'developerTool/a.ts',
      `import '../sweeper/loop/sweeper.ts';`,
      'developerTool/a.ts imports sweeper/loop/sweeper.ts',
    ],
    [
      'developerTool/a.ts',
      `import '../store/database/store.ts';`,
      'developerTool/a.ts imports store/database/store.ts',
    ],
    ['unknown/a.ts', `import '../rules/refusal.ts';`, 'unknown/a.ts imports rules/refusal.ts'],
    [
      'rest/a.ts',
      `import type { Order } from '../store/generated/client.ts';`,
      'rest/a.ts imports store/generated/client.ts',
    ],
    [
      'main.ts',
      `import { PrismaClient } from './store/generated/client.ts';`,
      'main.ts imports store/generated/client.ts',
    ],
    ['main.ts', `import pg from 'pg';`, 'main.ts imports pg'],
    ['admin/a.ts', `import { PrismaPg } from '@prisma/adapter-pg';`, 'admin/a.ts imports @prisma/adapter-pg'],
    ['admin/a.ts', `const { Pool } = require('pg');`, 'admin/a.ts imports pg'],
    ['rest/a.ts', `import '../../test/support/database.ts';`, 'rest/a.ts imports ../test/support/database.ts'],
    ['rest/a.ts', `const port = process.env.PORT;`, 'rest/a.ts mentions process.env'],
    ['store/a.ts', `const port = process['env']['PORT'];`, 'store/a.ts mentions process.env'],
    ['app.ts', `const { env } = process;`, 'app.ts mentions process.env'],
    ['app.ts', `import { env } from 'node:process';`, 'app.ts mentions process.env'],
    ['app.ts', `const port = globalThis.process.env.PORT;`, 'app.ts mentions process.env'],
  ])('catches %s saying: %s', (path, text, violation) => {
    expect(findViolations([{ path, text }])).toEqual([violation]);
  });

  it('finds a circle of three files, one of which imports a type only', () => {
    const sources = [
      { path: 'rules/a.ts', text: `import { b } from './b.ts';` },
      { path: 'rules/b.ts', text: `import type { C } from './values/c.ts';` },
      { path: 'rules/values/c.ts', text: `import { a } from '../a.ts';` },
      { path: 'store/d.ts', text: `import { a } from '../rules/a.ts'; import './e.ts';` },
      { path: 'store/e.ts', text: `import { c } from '../rules/values/c.ts';` },
    ];
    expect(findCycles(sources)).toEqual(['rules/a.ts → rules/b.ts → rules/values/c.ts → rules/a.ts']);
  });
});
