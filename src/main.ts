import { abortOnSignal } from './commands/abortOnSignal.ts';
import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';

/**
 * `npm start`. Loading the service can take seconds, in which a signal would be lost. So this file listens for signals
 * first, and imports the rest afterwards. Until then nothing is open, and a signal ends the process immediately, with 0.
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
