import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';

export interface Dialling {
  /** The checked addresses. No other one is dialled, whatever the name may resolve to by now. */
  addresses: string[];
  deadline: AbortSignal;
  onDialling(): void;
  /** The connection is there, and if the URL says https, TLS is still to be agreed on. */
  onDialled(): void;
  onConnected(socket: Socket, connectMs: number): void;
}

/** Returns undici's function that connects. */
export function connectTo({
  addresses,
  deadline,
  onDialled,
  onConnected,
}: Omit<Dialling, 'onDialling'>): buildConnector.connector {
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
  // The client knows no socket before it is connected; the signal ends it until then. Its own timer is coarser.
  const options = { lookup, autoSelectFamily: true, rejectUnauthorized: true, signal: deadline, timeout: 0 };
  // Its type does not say that it returns the socket.
  const connect = buildConnector(options) as (...given: Parameters<buildConnector.connector>) => Socket;
  return (target, callback) => {
    const startedAt = performance.now();
    // RFC 6066, section 3: the name that TLS asks for has no trailing dot. The Host header has it, as the URL does.
    const name = target.hostname.endsWith('.') ? { servername: target.hostname.slice(0, -1) } : {};
    const dialled = connect({ ...target, ...name }, (...[error, socket]) => {
      if (error) {
        callback(error, null);
        return;
      }
      onConnected(socket, performance.now() - startedAt);
      callback(null, socket);
    });
    dialled.once('connect', () => onDialled());
  };
}
