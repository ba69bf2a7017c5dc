import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';

/** `npm run reseal`: beside the service, with the same environment. */
neverWaitForOutput();
// Before pg is loaded.
for (const warning of forgetPostgresVariables(process.env)) console.error(warning);
const { runResealCommand } = await import('./commands/runResealCommand.ts');
await runResealCommand(process.env);
