import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { openApp, type AppSettings } from './app.ts';
import { closeServer } from './closeServer.ts';
import type { Config } from './config.ts';
import { requestOverOf } from './requestOver.ts';
import { answerProtocolErrors, requestListener, type UnroutedRefusal } from './rest/answerProtocolErrors.ts';
import { StartError } from './startError.ts';

export interface Http {
  /** http://host:port of the developers' paths. */
  url: string;
  /** http://host:port of the staff's paths; the same if they share a port. */
  adminUrl: string;
  /** Takes nothing new and lets what is in flight finish. */
  close(): Promise<void>;
}

/** A request that has not arrived after this long is given up: far more than any caller needs. */
const requestTimeoutMs = 30_000;

/** The doors that are reached over HTTP, listening. */
export async function openHttp(settings: AppSettings, config: Config, log: Logger): Promise<Http> {
  const app = await openApp(settings, config, log);
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map(async (server) => closeServer(server)));
    await app.close();
  };
  const onUnrouted = (refused: UnroutedRefusal) => settings.onRequestOver(requestOverOf(refused));
  const listen = async (express: Express, name: 'PORT' | 'ADMIN_PORT') => {
    const server = await listeningServer(express, config, name, onUnrouted);
    servers.push(server);
    return urlOf(server);
  };

  try {
    const url = await listen(app.public, 'PORT');
    return { url, adminUrl: app.staff ? await listen(app.staff, 'ADMIN_PORT') : url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listeningServer(
  app: Express,
  config: Config,
  name: 'PORT' | 'ADMIN_PORT',
  onUnrouted: (refused: UnroutedRefusal) => void,
): Promise<Server> {
  const { HOST: host, [name]: port } = config;
  // A missing Host is answered like every other failure, rather than by Node with no body.
  const options = { requestTimeout: requestTimeoutMs, requireHostHeader: false };
  const server = createServer(options, requestListener(app, onUnrouted));
  answerProtocolErrors(server, onUnrouted);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new StartError(`Port ${port} of ${host} is in use: set ${name} to another one.`)
          : new StartError(`HOST ${host} and ${name} ${port} cannot be listened on: ${error.message}.`, {
              cause: error,
            }),
      );
    });
    server.listen(port, host, resolve);
  });
  return server;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
