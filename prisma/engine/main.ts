import { parseArgs } from 'node:util';
import { forgetPostgresVariables } from '../../src/config/forgetPostgresVariables.ts';

// Before pg is loaded.
forgetPostgresVariables(process.env);
const { answerCliCommand } = await import('./answerCliCommand.ts');
const { openDatabase } = await import('./openDatabase.ts');
const { serveRequests } = await import('./serveRequests.ts');

// The command line of Prisma's native engine:
//   --datasource '{"url": "..."}' cli can-connect-to-database     one answer, as the exit code and a line of stderr
//   --datamodels FILE --datasource '{"url": "..."}'               requests on stdin until it ends
const { values, positionals } = parseArgs({
  options: { datamodels: { type: 'string', multiple: true }, datasource: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});
const { url } = JSON.parse(String(values.datasource ?? '{}')) as { url?: string };
const database = openDatabase(url);

/** Time for an interrupted command to finish its work. */
const END_GRACE_MS = 10_000;

// The CLI ends stdin, sends SIGTERM at once and does not wait: what was started here must be put away all the same.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.stdin.destroy();
    setTimeout(() => process.exit(1), END_GRACE_MS).unref();
  });
}

try {
  if (positionals[0] === 'cli') {
    process.exitCode = await answerCliCommand(positionals[1], database);
  } else {
    await serveRequests(database, (values.datamodels ?? []) as string[]);
  }
} finally {
  await database.close();
}
