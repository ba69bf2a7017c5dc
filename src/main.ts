import { pino } from 'pino';
import { ConfigError, readConfig, type Config } from './config.ts';
import { StartError } from './startError.ts';
import { startService, type Service } from './startService.ts';
import { EmbeddedPostgresError } from './store/embedded/embeddedPostgresError.ts';

const config = configOrExit();
const log = pino({ level: config.LOG_LEVEL });
const service = await serviceOrExit();
log.info({ url: service.url, adminUrl: service.adminUrl }, 'ready');

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function serviceOrExit(): Promise<Service> {
  try {
    return await startService(config, log);
  } catch (error) {
    if (error instanceof StartError || error instanceof EmbeddedPostgresError) log.fatal(error.message);
    else log.fatal({ err: error }, 'did not start');
    process.exit(1);
  }
}
