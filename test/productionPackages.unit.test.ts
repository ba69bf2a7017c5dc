import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, object>;
};

it.each(['start', 'migrate', 'reseal', 'demo'])(
  '`npm run %s` works after `NODE_ENV=production npm ci`, which installs no packages of development',
  (name) => {
    const script = scripts[name]!.replace('npm run --silent build', scripts['build']!);
    const programs = script.split('&&').map((command) => command.trim().split(' ')[0]!);
    const packages = programs.filter((program) => !['exec', 'node', 'sh'].includes(program));
    expect(packages).not.toEqual([]);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages));
  },
);

it('the schema engine is for the Prisma CLI alone: a service applies migrations without it', () => {
  expect(Object.keys(dependencies)).not.toContain('@prisma/schema-engine-wasm');
  expect(locked['node_modules/@prisma/schema-engine-wasm']).toMatchObject({ dev: true });
});
