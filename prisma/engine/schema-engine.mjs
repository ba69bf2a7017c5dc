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
  const loader = await import('tsx/esm/api').catch(() => undefined);
  if (!loader) {
    const message =
      'the Prisma CLI needs the packages of development here: run `npm ci --include=dev`. `npm run migrate` works without them.';
    // As logLine.ts writes them, which cannot be loaded without that package. The CLI passes over the first line.
    for (const level of ['INFO', 'ERROR']) {
      const fields = { message, error_code: 'P1012' };
      process.stderr.write(`${JSON.stringify({ level, target: 'schema_engine::logger', fields })}\n`);
    }
    process.exit(1);
  }
  loader.register();
  await import('./main.ts');
}
