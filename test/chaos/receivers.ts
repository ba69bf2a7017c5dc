import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signatureOf } from '../support/signedRequest.ts';
import type { ReceivedPost } from './ledger.ts';

export const moods = ['well', 'closed', 'hanging', 'failing', 'slow', 'resetting'] as const;
export type Mood = (typeof moods)[number];

/** A developer's server on a port that stays the same while it is away. */
export class Receiver {
  readonly received: ReceivedPost[] = [];
  /** Set once the plugin has been created. */
  secret = '';
  readonly #port: number;
  readonly #failureRate: () => number;
  readonly #random: () => number;
  #server: Server;
  #mood: Mood = 'well';

  private constructor(server: Server, random: () => number, failureRate: () => number) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.#random = random;
    this.#failureRate = failureRate;
    server.on('request', this.#answer);
  }

  /** `failureRate` is the share of answers that are no SUCCESS although it is well. */
  static async start(random: () => number, failureRate: () => number): Promise<Receiver> {
    return new Receiver(await listening(0), random, failureRate);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/callback`;
  }

  async setMood(mood: Mood): Promise<void> {
    if (mood === this.#mood) return;
    if (mood === 'closed') await this.close();
    if (this.#mood === 'closed') {
      this.#server = await listening(this.#port);
      this.#server.on('request', this.#answer);
    }
    this.#mood = mood;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  readonly #answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Who was killed meanwhile ends its connection, which is no fault.
    request.on('error', () => {});
    response.on('error', () => {});
    text(request)
      .then((body) => this.#decide(request, body, response))
      .catch(() => response.destroy());
  };

  #decide(request: IncomingMessage, body: string, response: ServerResponse): void {
    const post: ReceivedPost = {
      orderId: String(request.headers['openplug-delivery']),
      attempt: Number(request.headers['openplug-attempt']),
      isGenuine: this.#isGenuine(body),
      isAcknowledged: false,
    };
    this.received.push(post);
    if (this.#mood === 'hanging') return;
    if (this.#mood === 'resetting') {
      request.socket.resetAndDestroy();
      return;
    }
    if (this.#mood === 'failing' || this.#random() < this.#failureRate()) {
      response.writeHead(500).end('no');
      return;
    }
    setTimeout(
      () => {
        if (response.destroyed) return;
        post.isAcknowledged = true;
        response.end('SUCCESS');
      },
      this.#random() * (this.#mood === 'slow' ? 2_000 : 50),
    );
  }

  #isGenuine(body: string): boolean {
    const { resource, sign } = JSON.parse(body) as { resource: Record<string, string | number>; sign: string };
    return signatureOf(this.secret, resource) === sign;
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1', 4096);
  await once(server, 'listening');
  return server;
}
