import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../src/config/config.ts';
import { forgetPostgresVariables } from '../src/config/forgetPostgresVariables.ts';
import { openLog } from '../src/log/openLog.ts';
import { StartError } from '../src/service/startError.ts';
import { startService, type Service } from '../src/service/startService.ts';
import { tellStory } from './story.ts';

/** The receiver is on this machine, and nobody wants to wait for 45 seconds. */
const demoDefaults = { LOG_LEVEL: 'warn', CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8', CALLBACK_DELAYS_S: '1,2,4,8' };

/** `npm run demo`: the service on the embedded database, the whole story on real requests, and then the service stays up. */
forgetPostgresVariables(process.env);
const service = await start();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => void service.stop().then(() => process.exit(0)));
}
try {
  await tellStory(service, adminTokenInShell());
} catch (error) {
  console.error(error);
  await service.stop();
  process.exit(1);
}

async function start(): Promise<Service> {
  try {
    const config = readConfig({ ...demoDefaults, ...process.env });
    if (config.DATABASE_URL === undefined) console.log(`Data folder: ${resolve(config.DATA_DIR)}`);
    return await startService(config, openLog(config.LOG_LEVEL));
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** How a person's shell gets at the token without it being on the screen. */
function adminTokenInShell(): string {
  if (process.env['ADMIN_TOKEN']) return '$ADMIN_TOKEN';
  return `$(cat ${process.env['DATA_DIR'] || './data'}/admin-token)`;
}
