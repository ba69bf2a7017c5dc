import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { openApp, type AppSettings } from '../app.ts';
import type { Config } from '../config/config.ts';
import { requestOverOf } from '../http/observeRequests.ts';
import { stoppableServer, type StoppableServer } from '../http/stoppableServer.ts';
import { answerProtocolErrors, requestListener, type UnroutedRefusal } from '../rest/answerProtocolErrors.ts';
import { StartError } from './startError.ts';

export interface Http {
  /** http://host:port of the developers' paths. */
  url: string;
  /** http://host:port of the staff's paths; the same if they share a port. */
  adminUrl: string;
  /** Resolves when what is being answered now has been answered; the ports stay open. */
  drain(): Promise<void>;
  /** Resolves when no connection is left, at the latest after `longestMs`, to the number that were cut. */
  close(longestMs: number): Promise<number>;
}

/** A request that has not arrived after this long, or its headers, is given up: far more than any caller needs. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** Of a port. Those beyond are closed at once, before they take the file descriptors that the database and callbacks need. */
const mostConnections = 10_000;

/** The doors that are reached over HTTP, listening. */
export async function openHttp(settings: AppSettings, config: Config, log: Logger): Promise<Http> {
  const app = await openApp(settings, config, log);
  const stoppables: StoppableServer[] = [];
  const close = async (longestMs: number) => {
    const cutCounts = await Promise.all(stoppables.map(async (server) => server.close(longestMs)));
    await app.close();
    return cutCounts.reduce((sum, count) => sum + count, 0);
  };
  const onUnrouted = (refused: UnroutedRefusal) => settings.onRequestOver(requestOverOf(refused));
  const drain = async () => {
    await Promise.all(stoppables.map(async (server) => server.drain()));
  };
  const open = async (express: Express, name: PortName) => {
    const server = serverOf(express, onUnrouted);
    const stoppable = stoppableServer(server);
    await listen(server, config, name);
    stoppables.push(stoppable);
    return urlOf(server);
  };

  try {
    const url = await open(app.public, 'PORT');
    return { url, adminUrl: app.staff ? await open(app.staff, 'ADMIN_PORT') : url, drain, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function serverOf(app: Express, onUnrouted: (refused: UnroutedRefusal) => void): Server {
  // A missing Host is answered like every other failure, rather than by Node with no body.
  const server = createServer({ ...patience, requireHostHeader: false }, requestListener(app, onUnrouted));
  server.maxConnections = mostConnections;
  // Who has sent all that they had to say, and closed their side of the connection, is answered (RFC 9112, 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  answerProtocolErrors(server, onUnrouted);
  return server;
}

type PortName = 'PORT' | 'ADMIN_PORT';

async function listen(server: Server, { HOST: host, ...ports }: Config, name: PortName): Promise<void> {
  const port = ports[name];
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new StartError(`Port ${port} of ${host} is in use: set ${name} to another one.`)
          : new StartError(`HOST ${host} and ${name} ${port} cannot be listened on: ${error.message}.`, {
              cause: error,
            }),
      );
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      // A later error is none of listening, and would be swallowed here.
      server.off('error', refuse);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
