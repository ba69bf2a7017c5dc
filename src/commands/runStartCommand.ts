import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config/config.ts';
import { describeConfig } from '../config/describeConfig.ts';
import { describeExposure, describeUnknownSettings } from '../config/settingWarnings.ts';
import { openLog, standardOutput } from '../log/openLog.ts';
import { flushOutput } from '../log/standardOutput.ts';
import { readVersion } from '../packageFiles.ts';
import { startTracing } from '../tracing/startTracing.ts';
import type { Stopping } from './abortOnSignal.ts';
import { runService } from './runService.ts';

const usage = `Usage: npm start [-- --print-config]

  --print-config   print the effective configuration, secrets masked, and open nothing`;

/**
 * Runs the service as the environment says, until `stopping`; or does what the arguments say instead. `known` are
 * warnings about the environment, which are logged too.
 */
export async function runStartCommand(
  environment: NodeJS.ProcessEnv,
  known: readonly string[],
  stopping: Stopping,
): Promise<void> {
  const isPrintOnly = readArgumentsOrExit()['print-config'] ?? false;
  const warnings = [...describeUnknownSettings(environment), ...known];
  if (isPrintOnly) {
    const text = readOrExit(() => describeConfig(environment), warnings);
    for (const warning of warnings) console.error(warning);
    console.log(text);
    if (!flushOutput()) {
      console.error('Standard output took only a part of it.');
      process.exitCode = 1;
    }
    return;
  }
  const config = readOrExit(() => readConfig(environment), warnings);
  const log = openLog(config.LOG_LEVEL, standardOutput, config.LOG_LEVEL_FORMAT);
  for (const warning of [...warnings, describeExposure(config)]) if (warning) log.warn(warning);
  await runService(config, log, await startTracing(environment, readVersion, log), stopping);
}

function readArgumentsOrExit() {
  try {
    return parseArgs({ options: { 'print-config': { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}

function readOrExit<Value>(read: () => Value, warnings: readonly string[]): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const text of [...warnings, error.message]) console.error(text);
    process.exit(1);
  }
}
