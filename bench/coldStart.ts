import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { startedProcess } from './startedProcess.ts';

/**
 * `npm run bench:start`: from spawn to ready on existing data, against a bare program that imports the same packages and
 * opens the same database. Both take turns on one running PostgreSQL; the embedded server's own start comes on top and
 * is shown beside. Needs `npm run build`.
 */
const rounds = 15;
const buildOptions = { bundle: true, packages: 'external', platform: 'node', target: 'node20', format: 'esm' } as const;
const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const server = await startEmbeddedPostgres(folder);
try {
  await applyMigrations(server.url, 'prisma/migrations');
  await buildBareProgram();
  const env = {
    DATABASE_URL: server.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_TOKEN: 'token-of-the-benchmark',
    PORT: '0',
    LOG_LEVEL: 'info',
  };

  const service: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    service.push(await timeToReady(['node', 'dist/main.js'], env));
    bare.push(await timeToReady(['node', 'dist/bare.js'], env));
  }
  await server.stop();

  const embedded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    embedded.push(await timeToReady(['node', 'dist/main.js'], { ...env, DATABASE_URL: '', DATA_DIR: folder }));
  }

  report('bare program', bare);
  report('service', service);
  report('service, starting its embedded PostgreSQL', embedded);
  console.log(`ratio service / bare: ${(median(service) / median(bare)).toFixed(2)} (at most 1.5 is asked for)`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Every package that the service imports at its start, the generated Prisma client among them, then one query. */
async function buildBareProgram(): Promise<void> {
  const { metafile } = await build({ ...buildOptions, entryPoints: ['src/main.ts'], write: false, metafile: true });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = new Set(imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path));
  const lines = [
    ...Array.from(packages, (path) => `import ${JSON.stringify(path)};`),
    `import { PrismaPg } from '@prisma/adapter-pg';`,
    `import { PrismaClient } from '../src/store/generated/client.ts';`,
    `const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL });`,
    `const prisma = new PrismaClient({ adapter });`,
    `await prisma.plugin.findFirst();`,
    `console.log('ready');`,
    `await prisma.$disconnect();`,
  ];
  await build({
    ...buildOptions,
    stdin: { contents: lines.join('\n'), resolveDir: 'bench', loader: 'ts' },
    outfile: 'dist/bare.js',
  });
}

async function timeToReady(command: string[], env: Record<string, string>): Promise<number> {
  const { durationMs, stop } = await startedProcess(command, 'ready', { env });
  await stop();
  return durationMs;
}

function report(what: string, durationsMs: number[]): void {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  console.log(
    `${what}: median ${median(sorted).toFixed(0)} ms (${sorted[0]!.toFixed(0)}–${sorted.at(-1)!.toFixed(0)})`,
  );
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
