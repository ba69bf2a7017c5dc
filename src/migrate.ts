import { abortOnSignal } from './commands/abortOnSignal.ts';
import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';

/**
 * `npm run migrate`. As in main.ts, signals are heard before the rest is loaded. Until the database is changed a signal
 * ends the process at once; a change that has begun is made whole, whatever signals come.
 */
neverWaitForOutput();
const stopping = abortOnSignal(process.env);
const endAtOnce = () => {
  console.error('Stopped before anything was changed.');
  process.exit(1);
};
stopping.signal.addEventListener('abort', endAtOnce);
// Before pg is loaded.
const warnings = forgetPostgresVariables(process.env);
const { runMigrateCommand } = await import('./commands/runMigrateCommand.ts');
await runMigrateCommand(process.env, warnings, () => stopping.signal.removeEventListener('abort', endAtOnce));
