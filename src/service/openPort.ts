import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../config/config.ts';
import { admitInTurns } from '../http/admitInTurns.ts';
import { answerProtocolErrors, requestListener, type OnUnrouted } from '../http/answerProtocolErrors.ts';
import { Connections, type ConnectionState } from '../http/connections.ts';
import { endOverdueRequests } from '../http/endOverdueRequests.ts';
import { limitConnections } from '../http/limitConnections.ts';
import { beginContext, type TrustProxy } from '../http/requestContext.ts';
import { stoppableServer, type StoppableServer } from '../http/stoppableServer.ts';
import { leftUnanswered } from '../http/writeRefusal.ts';
import { StartError } from './startError.ts';

export interface Port extends StoppableServer {
  /** http://host:port */
  url: string;
  countConnections(): Record<ConnectionState, number>;
}

export type PortName = 'PORT' | 'ADMIN_PORT';

/** A request that has not arrived after this long, or its headers, is given up: far more than any caller needs. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** What an answer may take besides a callback that it tries: more than any statement, and any wait for a connection. */
const answerMs = 60_000;
/** Of a port: the database and callbacks need file descriptors, too. */
const connectionLimits = { inAll: 10_000, spare: 256, sparePerAddress: 32 };

/** Serves the app on a port, with all that holds on every port, whatever is asked for. Throws a StartError. */
export async function openPort(app: Express, name: PortName, config: Config, onUnrouted: OnUnrouted): Promise<Port> {
  // A missing Host is answered like every other failure, rather than by Node with no body.
  const keepAliveTimeout = config.KEEP_ALIVE_TIMEOUT_S * 1000;
  const server = createServer({ ...patience, keepAliveTimeout, requireHostHeader: false });
  // Who has sent all that they had to say, and closed their side of the connection, is answered (RFC 9112, 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(server);
  answerProtocolErrors(server, connections, onUnrouted);
  endOverdueRequests(server, connections, answerMs + config.CALLBACK_TIMEOUT_S * 1000);
  // As Express compiled TRUST_PROXY.
  const trustsProxy = app.get('trust proxy fn') as TrustProxy;
  const limits = {
    ...connectionLimits,
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    isProxy: (address: string) => trustsProxy(address, 0),
    onRefused: onUnrouted,
  };
  for (const event of ['request', 'checkExpectation', 'connect']) {
    server.prependListener(event, (request: IncomingMessage) => beginContext(request, trustsProxy));
  }
  const admitted = admitInTurns(requestListener(app, onUnrouted), (request) => onUnrouted(leftUnanswered(request)));
  server.on('request', limitConnections(server, connections, limits, admitted));
  const stoppable = stoppableServer(server, connections);
  await listen(server, config, name);
  return { ...stoppable, url: urlOf(server), countConnections: () => connections.countByState() };
}

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
