import { abortOnSignal } from './commands/abortOnSignal.ts';
import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';

/**
 * `npm run migrate`. As in main.ts, it listens for signals before the rest is loaded. A signal ends the process at
 * once: PostgreSQL then undoes the migration that was under way, and the next run applies it again.
 */
neverWaitForOutput();
abortOnSignal(process.env).signal.addEventListener('abort', () => {
  console.error('Stopped. A migration that was under way is undone; run it again.');
  process.exit(1);
});
// Before pg is loaded.
const warnings = forgetPostgresVariables(process.env);
const { runMigrateCommand } = await import('./commands/runMigrateCommand.ts');
await runMigrateCommand(process.env, warnings);
