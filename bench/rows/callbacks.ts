import pg from 'pg';
import type { Context, Row } from '../harness/context.ts';
import type { Line } from '../harness/line.ts';
import type { Program } from '../harness/program.ts';
import { connections } from '../harness/sizes.ts';
import { takeTurns } from '../harness/takeTurns.ts';
import { makeDevelopers } from '../load/developers.ts';
import { drainBacklog } from '../load/paidOrders.ts';
import type { LoopOptions } from '../references/undiciLoop.ts';

/** Sends as much as takes some seconds, however long a round is said to be. */
const callbacksPerSecond = 1000;
const callbacksPerSecondOfOne = 300;

export const callbacks: Row = {
  name: 'callbacks',
  about: 'a backlog of 100 plugins sent and recorded, beside graphile-worker, pg-boss and a loop that records nothing',
  measure: async (context) => {
    const plugins = 100;
    const ordersOfEach = Math.ceil((callbacksPerSecond * context.seconds) / plugins);
    return withContenders(context, async ({ receiver, url, openplug, queue, loop }) => {
      const ours = await openplug(plugins);
      const graphile = await queue('bench/references/graphileWorker.ts', plugins);
      const boss = await queue('bench/references/pgBoss.ts', plugins);
      const posts = plugins * ordersOfEach;
      const contenders = {
        ours: async () => drainBacklog({ ...ours, receiver, ordersOfEach }),
        graphile: async () => drainBacklog({ ...graphile, receiver, ordersOfEach }),
        boss: async () => drainBacklog({ ...boss, receiver, ordersOfEach }),
        loop: async () => loop({ url, posts, concurrency: 100, isConnectionEach: false }),
      };
      await takeTurns(1, contenders);
      const figures = await takeTurns(context.rounds, contenders);
      const line = {
        row: 'callbacks',
        name: 'Callbacks of 100 plugins',
        unit: 'a second',
        ours: figures.ours,
      } as const;
      return [
        { ...line, reference: 'graphile-worker', references: figures.graphile, target: { atLeast: 2 } },
        { ...line, reference: 'pg-boss', references: figures.boss, target: { atLeast: 3 } },
        { ...line, reference: 'undici loop, nothing recorded', references: figures.loop, target: null },
      ];
    });
  },
};

export const onePlugin: Row = {
  name: 'one-plugin',
  about: 'a backlog of one plugin, ten at a time, beside a loop of ten posts that records nothing',
  measure: async (context) => {
    const posts = Math.ceil(callbacksPerSecondOfOne * context.seconds);
    return withContenders(context, async ({ receiver, url, openplug, loop }) => {
      const ours = await openplug(1);
      const given = { url, posts: posts * 10, concurrency: 10 };
      const contenders = {
        ours: async () => drainBacklog({ ...ours, receiver, ordersOfEach: posts }),
        kept: async () => loop({ ...given, isConnectionEach: false }),
        single: async () => loop({ ...given, isConnectionEach: true }),
      };
      await takeTurns(1, contenders);
      const figures = await takeTurns(context.rounds, contenders);
      const line = {
        row: 'one-plugin',
        name: 'Callbacks of one plugin',
        unit: 'a second',
        ours: figures.ours,
      } as const;
      return [
        { ...line, reference: 'undici loop of ten', references: figures.kept, target: { atLeast: 0.6 } },
        { ...line, reference: '… with a connection each', references: figures.single, target: null },
      ];
    });
  },
};

interface Sender {
  client: pg.Client;
  enqueue(orderIds: string[]): Promise<void>;
}

interface Contenders {
  receiver: Program;
  url: string;
  openplug(plugins: number): Promise<Sender>;
  queue(entry: string, plugins: number): Promise<Sender>;
  loop(options: LoopOptions): Promise<number>;
}

/** Calls `measure` with a receiver, and with what starts contenders; each has a database of its own, and all end with it. */
async function withContenders(
  { programs, newDatabase, startService }: Context,
  measure: (contenders: Contenders) => Promise<Line[]>,
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
      openplug: async (plugins) => {
        const { environment, client } = await openDatabase(plugins, url);
        ends.push((await startService(environment)).end);
        // The deliveries are rows that are due; the next tick finds them.
        return { client, enqueue: async () => {} };
      },
      queue: async (entry, plugins) => {
        const { databaseUrl, secrets, client } = await openDatabase(plugins, url);
        const program = await startProgram(entry);
        await program.ask({ databaseUrl, secrets, connections });
        return { client, enqueue: async (orderIds) => program.ask({ orderIds }) };
      },
      loop: async (options) => looping.ask<number>(options),
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
