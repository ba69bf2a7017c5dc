import pg from 'pg';
import type { Context } from '../harness/context.ts';
import type { Line } from '../harness/line.ts';
import type { Program } from '../harness/program.ts';
import { connections } from '../harness/sizes.ts';
import type { LoopOptions } from '../references/undiciLoop.ts';
import { makeDevelopers } from './developers.ts';

export interface Sender {
  client: pg.Client;
  databaseUrl: string;
  enqueue(orderIds: string[]): Promise<void>;
}

export interface Senders {
  receiver: Program;
  url: string;
  /** Starts the product with so many plugins; `fill` writes more rows before it starts. */
  openplug(
    plugins: number,
    fill?: (client: pg.Client) => Promise<void>,
  ): Promise<Sender & { environment: Record<string, string> }>;
  queue(entry: string, plugins: number): Promise<Sender>;
  loop(options: LoopOptions): Promise<number>;
}

/** Calls `measure` with a receiver and with what starts senders of callbacks. Each has a database of its own; all end with it. */
export async function withSenders(
  { programs, newDatabase, startService }: Context,
  measure: (senders: Senders) => Promise<Line[]>,
): Promise<Line[]> {
  const ends: (() => Promise<void>)[] = [];
  const startProgram = async (entry: string) => {
    const program = await programs.start(entry);
    ends.push(program.end);
    return program;
  };
  const openDatabase = async (plugins: number, callbackUrl: string) => {
    const databaseUrl = await newDatabase();
    const made = await makeDevelopers(databaseUrl, { plugins, callbackUrl });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    ends.push(async () => client.end());
    return { ...made, databaseUrl, client };
  };
  try {
    const receiver = await startProgram('bench/load/receive.ts');
    const url = await receiver.ask<string>({ what: 'listen' });
    const looping = await startProgram('bench/references/undiciLoop.ts');
    return await measure({
      receiver,
      url,
      openplug: async (plugins, fill = async () => {}) => {
        const { environment, client, databaseUrl } = await openDatabase(plugins, url);
        await fill(client);
        ends.push((await startService(environment)).end);
        // The deliveries are rows that are due; the next tick finds them.
        return { client, databaseUrl, environment, enqueue: async () => {} };
      },
      queue: async (entry, plugins) => {
        const { databaseUrl, secrets, client } = await openDatabase(plugins, url);
        const program = await startProgram(entry);
        await program.ask({ databaseUrl, secrets, connections });
        return { client, databaseUrl, enqueue: async (orderIds) => program.ask({ orderIds }) };
      },
      loop: async (options) => looping.ask<number>(options),
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
