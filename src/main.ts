import { abortOnSignal } from './commands/abortOnSignal.ts';
import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';

/**
 * `npm start`. Loading the service takes up to seconds in which no signal would be heard, so that this comes first and
 * imports the rest when it listens. Until then nothing is open, and a signal ends the process at once, with 0.
 */
neverWaitForOutput();
const stopping = abortOnSignal(process.env);
const endAtOnce = () => process.exit(0);
stopping.signal.addEventListener('abort', endAtOnce);
// Before pg is loaded.
const warnings = forgetPostgresVariables(process.env);
const { runStartCommand } = await import('./commands/runStartCommand.ts');
stopping.signal.removeEventListener('abort', endAtOnce);
await runStartCommand(process.env, warnings, stopping);
