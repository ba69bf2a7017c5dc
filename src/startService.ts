import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openApp } from './app.ts';
import type { Config } from './config.ts';
import { keptSecret } from './keptSecret.ts';
import { openDatabase } from './openDatabase.ts';
import { answerProtocolErrors } from './rest/answerProtocolErrors.ts';
import { StartError } from './startError.ts';
import { Keyring } from './store/keyring.ts';
import { closeStore, findMissingKeyIds, openStore, type Store } from './store/store.ts';

export interface Service {
  /** http://host:port */
  url: string;
  adminToken: string;
  /** Takes nothing new, lets what is in flight finish, then closes the database. */
  stop(): Promise<void>;
}

/** A request that has not arrived after this long is given up: far more than any caller needs. */
const requestTimeoutMs = 30_000;

/** Opens the database and the doors. Throws a StartError that says what to do; then nothing is left running. */
export async function startService(config: Config, log: Logger, clock = () => new Date()): Promise<Service> {
  const adminToken = config.ADMIN_TOKEN ?? (await adminTokenOf(config.DATA_DIR, log));
  const keyring = new Keyring([config.ENCRYPTION_KEY ?? (await encryptionKeyOf(config.DATA_DIR))]);
  const database = await openDatabase(config.DATABASE_URL, config.DATA_DIR);
  const store = openStore(database.url, keyring);
  try {
    await requireKeys(store);
    const app = await openApp(
      {
        store,
        clock,
        adminToken,
        requestToleranceSeconds: config.REQUEST_TOLERANCE_S,
        timeZone: config.PLATFORM_TIMEZONE,
        accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_S,
      },
      log,
    );
    // A missing Host is answered like every other failure, rather than by Node with no body.
    const server = createServer({ requestTimeout: requestTimeoutMs, requireHostHeader: false }, app.express);
    answerProtocolErrors(server);
    await listen(server, config.PORT, config.HOST);
    return {
      url: urlOf(server),
      adminToken,
      stop: async () => {
        await closeServer(server);
        await app.close();
        await closeStore(store);
        await database.close();
      },
    };
  } catch (error) {
    await closeStore(store);
    await database.close();
    throw error;
  }
}

async function adminTokenOf(dataDir: string, log: Logger): Promise<string> {
  const path = join(dataDir, 'admin-token');
  const token = await keptSecret(path, () => randomBytes(24).toString('base64url'));
  log.info({ path }, 'the admin token is in this file');
  return token;
}

async function encryptionKeyOf(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'encryption-key');
  const key = Buffer.from(await keptSecret(path, () => randomBytes(32).toString('base64')), 'base64');
  if (key.length !== 32) throw new StartError(`${path} must hold 32 bytes in base64; restore it from a backup.`);
  return key;
}

/** Found out now, rather than by the first developer whose secret does not open. */
async function requireKeys(store: Store): Promise<void> {
  const missing = await findMissingKeyIds(store);
  if (missing.length === 0) return;
  throw new StartError(
    `Secrets in this database were sealed with another ENCRYPTION_KEY (key id ${missing.join(', ')}; given: ` +
      `${store.keyring.keyIds.join(', ')}). Start with the key that sealed them.`,
  );
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new StartError(`Port ${port} of ${host} is in use: set PORT to another one.`) : error);
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
