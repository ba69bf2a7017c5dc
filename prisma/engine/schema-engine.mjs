#!/usr/bin/env node
// The executable that the Prisma CLI runs in place of a downloaded schema engine. Plain JavaScript, since it has to
// start before anything can read TypeScript; and `--version`, all that `prisma generate` asks for, needs no more.
if (process.argv.includes('--version')) {
  const { readFileSync } = await import('node:fs');
  // The package does not export its package.json.
  const packageJson = new URL('package.json', import.meta.resolve('@prisma/schema-engine-wasm'));
  const { version } = JSON.parse(readFileSync(packageJson, 'utf8'));
  process.stdout.write(`schema-engine-cli ${version} (WebAssembly)\n`);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./main.ts');
}
