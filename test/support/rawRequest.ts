import { connect, type Socket } from 'node:net';

/** A response as it came over the wire; names of headers in lower case. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A TCP connection on which a test may send what no HTTP client would. */
export interface RawConnection {
  send(bytes: string | Uint8Array): void;
  /** The next response, interim ones included; fails when the connection ends before it is complete. */
  answer(to?: { method: string }): Promise<RawAnswer>;
  /** As `answer`, but undefined when the connection ends before it is complete. */
  answerOrEnd(to?: { method: string }): Promise<RawAnswer | undefined>;
  /** Waits until the service closes its side; returns what it sent beyond the answers that were read. */
  end(): Promise<string>;
  /** Reads no more. */
  pause(): void;
  /** Sends no more, and still reads. */
  finish(): void;
  close(): void;
  /** Ends with a reset, as a process that is killed does. */
  reset(): void;
}

/** From 127.0.0.1, or another address of this machine. */
export async function openConnection(serviceUrl: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
  await connected(socket);
  let received = Buffer.alloc(0);
  let wake: (() => void) | undefined;
  const changed = () => wake?.();
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    changed();
  });
  socket.on('end', changed);
  socket.on('close', changed);
  // The service may close, or reset, while the test still sends.
  socket.on('error', () => {});

  const hasEnded = () => socket.readableEnded || socket.destroyed;
  const change = async () => {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  const answerOrEnd = async ({ method } = { method: 'GET' }) => {
    for (;;) {
      const found = takeAnswer(received, method);
      if (found) {
        received = received.subarray(found.length);
        return found.answer;
      }
      if (hasEnded()) return undefined;
      await change();
    }
  };
  return {
    send: (bytes) => socket.write(bytes),
    answer: async (to) => {
      const answer = await answerOrEnd(to);
      if (!answer) throw new Error(`The connection ended after: ${JSON.stringify(received.toString('latin1'))}`);
      return answer;
    },
    answerOrEnd,
    end: async () => {
      while (!hasEnded()) await change();
      return received.toString('latin1');
    },
    pause: () => socket.pause(),
    finish: () => socket.end(),
    close: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}

/** One request on a connection of its own. */
export async function rawRequest(serviceUrl: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await openConnection(serviceUrl);
  try {
    connection.send(bytes);
    return await connection.answer({ method: Buffer.from(bytes).toString('latin1').split(' ', 1)[0]! });
  } finally {
    connection.close();
  }
}

/** Request line, Host, further header lines and, when there is a body, its length. */
export function requestText(startLine: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const lines = [startLine, 'Host: localhost', ...headers];
  if (bytes.length > 0) lines.push(`Content-Length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

function takeAnswer(received: Buffer, method: string): { answer: RawAnswer; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine, ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine!)?.[1]);
  const headers = Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), valueOf(line)]));

  const hasBody = status >= 200 && status !== 304 && method !== 'HEAD';
  if (hasBody && headers['content-length'] === undefined) throw new Error(`${statusLine} without Content-Length`);
  const length = headEnd + 4 + (hasBody ? Number(headers['content-length']) : 0);
  if (received.length < length) return undefined;
  return { answer: { status, headers, body: received.toString('utf8', headEnd + 4, length) }, length };
}

function valueOf(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}

async function connected(socket: Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
}
