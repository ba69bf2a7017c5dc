import { existsSync } from 'node:fs';
import { dataPaths } from '../../src/store/embedded/dataPaths.ts';
import { EMBEDDED_PLACEHOLDER_URL } from './embeddedPlaceholder.ts';

/** The database a command works on; nothing is started before the URL is asked for. */
export interface Database {
  url(): Promise<string>;
  /** In which folder the embedded server is that has not been made yet; to ask for its URL makes it. */
  missingFolder(): string | undefined;
  isEmbedded: boolean;
  /** Stops the embedded server if this process started it. */
  close(): Promise<void>;
}

const nothingMissing = () => undefined;

export function openDatabase(configuredUrl: string | undefined): Database {
  if (configuredUrl !== undefined && configuredUrl !== EMBEDDED_PLACEHOLDER_URL) {
    return { url: async () => configuredUrl, missingFolder: nothingMissing, isEmbedded: false, close: async () => {} };
  }
  let starting: ReturnType<typeof start> | undefined;
  return {
    url: async () => (await (starting ??= start())).url,
    missingFolder: () => {
      const { cluster, dataDir } = dataPaths(dataFolder());
      return existsSync(cluster) ? undefined : dataDir;
    },
    isEmbedded: true,
    close: async () => {
      const server = await starting?.catch(() => undefined);
      await server?.stop();
    },
  };
}

async function start() {
  const { startEmbeddedPostgres } = await import('../../src/store/embedded/embeddedPostgres.ts');
  return startEmbeddedPostgres(dataFolder());
}

function dataFolder(): string {
  return process.env.DATA_DIR || './data';
}
