import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { startService, type Service } from '../../src/service/startService.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { adminClient, type AdminClient } from './adminClient.ts';
import { createTestDatabase } from './database.ts';
import { memoryLog } from './memoryLog.ts';
import { watchSecret } from './secretWatch.ts';

export interface TestService extends Service {
  databaseUrl: string;
  /** Opens what the service has sealed. */
  keyring: Keyring;
  admin: AdminClient;
  /** The service's time; stands still until it is set. */
  clock: { now: Date };
  /** Each line that was logged, parsed. */
  logged: Record<string, unknown>[];
  /** Returns the logged lines that are warnings or worse. */
  complaints(): Record<string, unknown>[];
}

/** 2021-06-22 10:37:15 in Shanghai; the timestamp of the specification's examples. */
export const exampleTime = new Date(1_624_329_435_000);

/**
 * The service on a database and a port of its own, at `exampleTime`. Its sweeper does not run by itself: tests sweep when
 * they say so.
 */
export async function startTestService(environment: Record<string, string> = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const encryptionKey = randomBytes(32);
  watchSecret(encryptionKey.toString('base64'), encryptionKey.toString('hex'));
  const config = readConfig({
    DATABASE_URL: database.url,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    PORT: '0',
    RUN: 'api',
    ...environment,
  });
  const clock = { now: exampleTime };
  const logged: Record<string, unknown>[] = [];
  const service = await startService(config, memoryLog(logged), () => clock.now);
  return {
    ...service,
    databaseUrl: database.url,
    keyring: new Keyring([encryptionKey]),
    admin: adminClient(service.adminUrl, service.adminToken),
    clock,
    logged,
    complaints: () => logged.filter(({ level }) => Number(level) > pino.levels.values['info']!),
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}
