import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { knownEndpoints } from '../app.ts';
import type { Config } from '../config/config.ts';
import { admitInTurns } from '../http/admitInTurns.ts';
import { answerProtocolErrors, requestListener } from '../http/answerProtocolErrors.ts';
import { Connections, type ConnectionState } from '../http/connections.ts';
import { createServerFor } from '../http/createServerFor.ts';
import { endOverdueRequests } from '../http/endOverdueRequests.ts';
import { limitConnections } from '../http/limitConnections.ts';
import { overWithoutRoute, type RequestOver } from '../http/observeRequests.ts';
import { beginContext, contextOf, type Arrival } from '../http/requestContext.ts';
import { stoppableServer, type StoppableServer } from '../http/stoppableServer.ts';
import { StartError } from './startError.ts';

export interface Port extends StoppableServer {
  /** http://host:port */
  url: string;
  countConnections(): Record<ConnectionState, number>;
}

export type PortName = 'PORT' | 'ADMIN_PORT';

/** The times that a request, or its headers, may take to arrive: far longer than any caller needs. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/**
 * The time that an answer may take, without a callback that it tries. It is longer than any statement, and any wait for
 * a connection.
 */
const answerMs = 60_000;
/** The limits of a port. The database and callbacks need file descriptors, too. */
const connectionLimits = { inAll: 10_000, spare: 256, sparePerAddress: 32 };

/**
 * Serves the app on a port, with everything that holds on every port. `onOver` is called for requests that end before the
 * app has them. Throws a StartError.
 */
export async function openPort(
  app: Express,
  name: PortName,
  config: Config,
  onOver: (request: RequestOver) => void,
): Promise<Port> {
  // A missing Host is answered like every other failure, rather than by Node with no body.
  const keepAliveTimeout = config.KEEP_ALIVE_TIMEOUT_S * 1000;
  const server = createServerFor(app, { ...patience, keepAliveTimeout, requireHostHeader: false });
  // A caller who has closed their side of the connection after the request is answered (RFC 9112, 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(server);
  answerProtocolErrors(server, connections, onOver);
  endOverdueRequests(server, connections, answerMs + config.CALLBACK_TIMEOUT_S * 1000);
  const hasDocs = name === 'PORT' && config.RUN.includes('api');
  // The function that Express compiled from TRUST_PROXY.
  const trustsProxy = app.get('trust proxy fn') as Arrival['trustsProxy'];
  const limits = {
    ...connectionLimits,
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    isProxy: (address: string) => trustsProxy(address, 0),
    onRefused: onOver,
  };
  for (const event of ['request', 'checkExpectation', 'connect']) {
    server.prependListener(event, (request: IncomingMessage) =>
      beginContext(request, { trustsProxy, endpoints: knownEndpoints, hasDocs }),
    );
  }
  const admitted = admitInTurns(requestListener(app, onOver), (request) =>
    onOver(overWithoutRoute(contextOf(request), { method: request.method ?? null, status: 499, refusal: null })),
  );
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
      // A later error has nothing to do with listening, and would be swallowed here.
      server.off('error', refuse);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
