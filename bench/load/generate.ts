import { connect, type Socket } from 'node:net';
import { answerParent } from '../harness/answerParent.ts';
import { percentile } from '../percentile.ts';
import { AnswerReader, type ReadAnswer } from './answerReader.ts';

export interface Load {
  port: number;
  /** Whole requests, as they go over the wire. They are sent in this order, and again from the first. */
  requests: string[];
  connections: number;
  /** Null: until each request was sent once. */
  seconds: number | null;
  /** Null: each connection sends the next request as soon as it is answered. */
  perSecond: number | null;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that are no 2xx or have errors, and the first of them. */
  refused: number;
  firstRefused: string | null;
  /** The share of one core that this process used. Near 1, it measures itself. */
  busy: number;
}

/**
 * The load generator. It writes prepared bytes to sockets and reads no more of an answer than its status and its length:
 * an HTTP client would be as slow as the servers that are measured.
 */
answerParent(async (load: Load) => new Generator(load).run());

class Generator {
  readonly #latenciesMs: number[] = [];
  readonly #idle: Connection[] = [];
  /** When requests were due for which no connection was idle. */
  readonly #overdue: number[] = [];
  #next = 0;
  #refused = 0;
  #firstRefused: string | null = null;
  #endsAt = Infinity;

  constructor(private readonly load: Load) {}

  async run(): Promise<LoadResult> {
    const { port, connections, seconds, perSecond } = this.load;
    const opened = await Promise.all(Array.from({ length: connections }, async () => Connection.open(port)));
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    if (seconds !== null) this.#endsAt = startedAt + seconds * 1000;
    if (perSecond === null) await Promise.all(opened.map(async (connection) => this.#sendUntilTheEnd(connection)));
    else await this.#sendAtARate(opened, Math.floor(perSecond * seconds!), perSecond, startedAt);
    const tookMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    for (const connection of opened) connection.close();
    return {
      perSecond: this.#latenciesMs.length / (tookMs / 1000),
      p50Ms: percentile(this.#latenciesMs, 50),
      p99Ms: percentile(this.#latenciesMs, 99),
      refused: this.#refused,
      firstRefused: this.#firstRefused,
      busy: (user + system) / 1000 / tookMs,
    };
  }

  async #sendUntilTheEnd(connection: Connection): Promise<void> {
    while (this.#hasMore()) await this.#send(connection, performance.now());
  }

  #hasMore(): boolean {
    return this.load.seconds === null ? this.#next < this.load.requests.length : performance.now() < this.#endsAt;
  }

  /**
   * Sends at a constant rate, however slow the answers are. A request that finds no idle connection counts from when it was
   * due. One that this process's timer has called late counts from when it was sent: that is no fault of the server.
   */
  async #sendAtARate(opened: Connection[], total: number, perSecond: number, startedAt: number): Promise<void> {
    this.#idle.push(...opened);
    const sending: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      let sent = 0;
      const timer = setInterval(() => {
        const now = performance.now();
        const due = Math.min(total, Math.floor(((now - startedAt) / 1000) * perSecond));
        for (; sent < due; sent += 1) {
          const connection = this.#idle.shift();
          if (connection) sending.push(this.#sendAndGoOn(connection, now));
          else this.#overdue.push(now);
        }
        if (sent < total) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
    await Promise.all(sending);
  }

  async #sendAndGoOn(connection: Connection, sinceMs: number): Promise<void> {
    let since: number | undefined = sinceMs;
    while (since !== undefined) {
      await this.#send(connection, since);
      since = this.#overdue.shift();
    }
    this.#idle.push(connection);
  }

  async #send(connection: Connection, sinceMs: number): Promise<void> {
    const { requests } = this.load;
    const request = requests[this.#next % requests.length]!;
    this.#next += 1;
    const { status, hasErrors } = await connection.send(request);
    this.#latenciesMs.push(performance.now() - sinceMs);
    if (status >= 200 && status < 300 && !hasErrors) return;
    this.#refused += 1;
    this.#firstRefused ??= `${status} for ${request.split('\r\n', 1)[0]}`;
  }
}

/** A kept connection with one request at a time. */
class Connection {
  readonly #reader = new AnswerReader();
  #answered: (answer: ReadAnswer) => void = () => {};
  #failed: (error: Error) => void = () => {};

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      const answer = this.#reader.read(chunk);
      if (answer) this.#answered(answer);
    });
    socket.on('error', (error) => this.#failed(error));
    socket.on('close', () => this.#failed(new Error('The server closed a connection.')));
  }

  static async open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  async send(request: string): Promise<ReadAnswer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.#failed = () => {};
    this.socket.destroy();
  }
}
