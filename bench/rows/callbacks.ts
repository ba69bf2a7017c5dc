import type { Row } from '../harness/context.ts';
import { takeTurnsWarm } from '../harness/takeTurns.ts';
import { drainBacklog } from '../load/paidOrders.ts';
import { withSenders } from '../load/senders.ts';

/** Sends as much as takes some seconds, however long a round is said to be. */
const callbacksPerSecond = 1000;
const callbacksPerSecondOfOne = 300;

export const callbacks: Row = {
  name: 'callbacks',
  about: 'a backlog of 100 plugins sent and recorded, beside graphile-worker, pg-boss and a loop that records nothing',
  measure: async (context) => {
    const plugins = 100;
    const ordersOfEach = Math.ceil((callbacksPerSecond * context.seconds) / plugins);
    return withSenders(context, async ({ receiver, url, openplug, queue, loop }) => {
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
      const figures = await takeTurnsWarm(context.rounds, contenders);
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
    return withSenders(context, async ({ receiver, url, openplug, loop }) => {
      const ours = await openplug(1);
      const given = { url, posts: posts * 10, concurrency: 10 };
      const contenders = {
        ours: async () => drainBacklog({ ...ours, receiver, ordersOfEach: posts }),
        kept: async () => loop({ ...given, isConnectionEach: false }),
        single: async () => loop({ ...given, isConnectionEach: true }),
      };
      const figures = await takeTurnsWarm(context.rounds, contenders);
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
