import { parseArgs } from 'node:util';
import { openLog } from './openLog.ts';
import { ConfigError, readConfig } from './config.ts';
import { describeConfig } from './describeConfig.ts';
import { describeUnknownSettings } from './describeUnknownSettings.ts';
import { runService } from './runService.ts';
import { startTracing } from './startTracing.ts';

const usage = `Usage: npm start [-- --print-config]

  --print-config   print the effective configuration, secrets masked, and open nothing`;

const isPrintOnly = readArgumentsOrExit()['print-config'] ?? false;
const warnings = describeUnknownSettings(process.env);

if (isPrintOnly) {
  const text = readOrExit(describeConfig);
  for (const warning of warnings) console.error(warning);
  console.log(text);
} else {
  const config = readOrExit(readConfig);
  const log = openLog(config.LOG_LEVEL);
  for (const warning of warnings) log.warn(warning);
  await runService(config, log, await startTracing(process.env, log));
}

function readArgumentsOrExit() {
  try {
    return parseArgs({ options: { 'print-config': { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}

function readOrExit<Value>(read: (environment: NodeJS.ProcessEnv) => Value): Value {
  try {
    return read(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const text of [...warnings, error.message]) console.error(text);
    process.exit(1);
  }
}
