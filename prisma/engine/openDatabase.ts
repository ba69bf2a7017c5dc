import { EMBEDDED_PLACEHOLDER_URL } from './embeddedPlaceholder.ts';

/** The database a command works on; nothing is started before the URL is asked for. */
export interface Database {
  url(): Promise<string>;
  /** Stops the embedded server if this process started it. */
  close(): Promise<void>;
}

export function openDatabase(configuredUrl: string | undefined): Database {
  if (configuredUrl !== undefined && configuredUrl !== EMBEDDED_PLACEHOLDER_URL) {
    return { url: async () => configuredUrl, close: async () => {} };
  }
  let starting: ReturnType<typeof start> | undefined;
  return {
    url: async () => (await (starting ??= start())).url,
    close: async () => {
      const server = await starting?.catch(() => undefined);
      await server?.stop();
    },
  };
}

async function start() {
  const { startEmbeddedPostgres } = await import('../../src/store/embedded/embeddedPostgres.ts');
  return startEmbeddedPostgres(process.env.DATA_DIR || './data');
}
