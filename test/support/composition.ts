import { randomBytes } from 'node:crypto';
import { adminClient, type AdminClient } from './adminClient.ts';
import { readComposeFile, type ComposeService } from './composeFile.ts';
import { startHaProxy, type HaProxy } from './haProxy.ts';
import { startServiceProcess, type ServiceBundle, type ServiceProcess } from './serviceProcess.ts';

/** The processes of compose.yaml on this machine, with the environment that it gives them. */
export interface Composition {
  /** Developers' way in. */
  url: string;
  /** Staff's way in. */
  staffUrl: string;
  adminToken: string;
  admin: AdminClient;
  apis: [ServiceProcess, ServiceProcess];
  sweepers: ServiceProcess[];
  proxy: HaProxy;
  close(): Promise<void>;
}

/** In place of the container's own network and of the database beside it; receivers of the tests are on 127.0.0.1. */
const ownNetwork = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8' };

/** Returns when all are ready. The database must have been migrated. */
export async function startComposition(
  bundle: Pick<ServiceBundle, 'path'>,
  databaseUrl: string,
  { withSweepers }: { withSweepers: boolean },
): Promise<Composition> {
  const adminToken = randomBytes(24).toString('hex');
  const encryptionKey = randomBytes(32).toString('base64');
  const variables = { DATABASE_PASSWORD: 'unused', ENCRYPTION_KEY: encryptionKey, ADMIN_TOKEN: adminToken };
  const { proxy, ...services } = (await readComposeFile(variables)).services;
  const started: ServiceProcess[] = [];
  const start = ({ environment }: ComposeService) => {
    const process = startServiceProcess(bundle, { ...environment, ...ownNetwork, DATABASE_URL: databaseUrl });
    started.push(process);
    return process;
  };
  const end = async () => {
    await Promise.all(started.map((process) => process.end('SIGKILL')));
  };

  try {
    const apis: [ServiceProcess, ServiceProcess] = [start(services['api-1']!), start(services['api-2']!)];
    const { deploy } = services['sweeper']!;
    const sweepers = Array.from({ length: withSweepers ? deploy!.replicas : 0 }, () => start(services['sweeper']!));
    const ready = await Promise.all([...apis, ...sweepers].map((process) => process.ready));
    const haProxy = await startHaProxy(backendsOf(proxy!, ready.slice(0, 2)));
    return {
      url: haProxy.url,
      staffUrl: haProxy.staffUrl,
      adminToken,
      admin: adminClient(haProxy.staffUrl, adminToken),
      apis,
      sweepers,
      proxy: haProxy,
      close: async () => {
        await haProxy.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The proxy's environment with the addresses of these processes: `api-1:3000` becomes where the first one listens. */
function backendsOf({ environment }: ComposeService, ready: Record<string, unknown>[]): Record<string, string> {
  const entries = Object.entries(environment!).flatMap(([name, address]): [string, string][] => {
    const [, number, port] = /^api-(\d):(\d+)$/.exec(address) ?? [];
    if (number === undefined) return [];
    const line = ready[Number(number) - 1]!;
    return [[name, new URL(String(port === '3001' ? line['adminUrl'] : line['url'])).host]];
  });
  return Object.fromEntries(entries);
}
