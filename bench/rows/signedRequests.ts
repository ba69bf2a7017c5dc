import { connections as postgresConnections, loadConnections } from '../harness/sizes.ts';
import type { Context, Row } from '../harness/context.ts';
import type { Line } from '../harness/line.ts';
import { takeTurns } from '../harness/takeTurns.ts';
import { makeDevelopers, noteOnLimits, type Developer } from '../load/developers.ts';
import type { LoadResult } from '../load/generate.ts';
import { sendLoad } from '../load/sendLoad.ts';
import { baseInfoRequests, goodsRequests, paymentsRecordRequests } from '../load/requests.ts';
import type { ReferenceOptions } from '../references/signedReads.ts';
import { median } from '../percentile.ts';
import { requireSameAnswers } from '../load/sameAnswers.ts';

interface SignedRequest {
  row: string;
  name: string;
  requestsOf(developers: readonly Developer[]): string[];
  /** The throughput in floors. */
  atLeast: { express: number; bare: number | null };
  /** False: each answer names what was just made. */
  isAlike: boolean;
}

/** Signed requests of developers' servers, beside the same work on Express and on node:http. */
export const paymentsRecord = signedRequest({
  row: 'payments-record',
  name: 'GET /payments/record',
  requestsOf: paymentsRecordRequests,
  atLeast: { express: 0.8, bare: 0.8 },
  isAlike: true,
});
export const baseInfo = signedRequest({
  row: 'baseinfo',
  name: 'GET /baseinfo',
  requestsOf: baseInfoRequests,
  atLeast: { express: 0.8, bare: 0.8 },
  isAlike: true,
});
export const goods = signedRequest({
  row: 'goods',
  name: 'POST /goods',
  requestsOf: goodsRequests,
  atLeast: { express: 0.7, bare: null },
  isAlike: false,
});

function signedRequest(its: SignedRequest): Row {
  const { row, name, requestsOf, isAlike } = its;
  return {
    name: row,
    about: `${name}: ${loadConnections} connections, and at half load; beside the Express floor and the bare floor`,
    measure: async (context) => {
      const databaseUrl = await context.newDatabase();
      const { developers, secrets, environment } = await makeDevelopers(databaseUrl);
      const generator = await context.programs.start('bench/load/generate.ts');
      const service = await context.startService(environment);
      const options: ReferenceOptions = { databaseUrl, secrets, connections: postgresConnections };
      const express = await startReference(context, 'bench/references/expressServer.ts', options);
      const bare = await startReference(context, 'bench/references/bareServer.ts', options);
      try {
        const ports = { ours: service.port, express: express.port, bare: bare.port };
        if (isAlike) await requireSameAnswers(ports, requestsOf(developers).slice(0, 5));
        const load = async (port: number, seconds: number, perSecond: number | null) =>
          sendLoad(generator, {
            port,
            requests: requestsOf(developers),
            connections: loadConnections,
            seconds,
            perSecond,
          });
        return await measure(context, its, ports, load);
      } finally {
        await service.end();
        for (const program of [express.program, bare.program, generator]) await program.end();
      }
    },
  };
}

type Ports = Record<'ours' | 'express' | 'bare', number>;

async function measure(
  { rounds, seconds, report }: Context,
  { row, name, atLeast }: SignedRequest,
  ports: Ports,
  load: (port: number, seconds: number, perSecond: number | null) => Promise<LoadResult>,
): Promise<Line[]> {
  for (const port of Object.values(ports)) await load(port, seconds, null);
  const full = await takeTurns(rounds, {
    ours: async () => load(ports.ours, seconds, null),
    express: async () => load(ports.express, seconds, null),
    bare: async () => load(ports.bare, seconds, null),
  });
  const rates = { ours: ratesOf(full.ours), express: ratesOf(full.express), bare: ratesOf(full.bare) };
  const busiest = Math.max(...full.bare.map(({ busy }) => busy));
  report(
    `the load generator used ${(busiest * 100).toFixed(0)}% of a core at ${Math.max(...rates.bare).toFixed(0)} a second`,
  );
  // The same rate for both: half of what the slower one reaches.
  const halfLoad = Math.min(median(rates.ours), median(rates.express)) / 2;
  const half = await takeTurns(rounds, {
    ours: async () => load(ports.ours, seconds, halfLoad),
    express: async () => load(ports.express, seconds, halfLoad),
  });
  const about = { row, name, note: noteOnLimits };
  const throughput = { ...about, unit: 'a second', ours: rates.ours } as const;
  return [
    { ...throughput, reference: 'Express floor', references: rates.express, target: { atLeast: atLeast.express } },
    {
      ...throughput,
      reference: 'bare floor',
      references: rates.bare,
      target: atLeast.bare === null ? null : { atLeast: atLeast.bare },
    },
    {
      ...about,
      name: `${name}, p99 at half load`,
      unit: 'ms',
      reference: 'Express floor',
      ours: half.ours.map(({ p99Ms }) => p99Ms),
      references: half.express.map(({ p99Ms }) => p99Ms),
      target: { atMost: 2 },
    },
  ];
}

function ratesOf(results: readonly LoadResult[]): number[] {
  return results.map((result) => result.perSecond);
}

async function startReference(context: Context, entry: string, options: ReferenceOptions) {
  const program = await context.programs.start(entry);
  return { program, ...(await program.ask<{ port: number }>(options)) };
}
