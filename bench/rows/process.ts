import { join } from 'node:path';
import type { Context, Row } from '../harness/context.ts';
import { connections, loadConnections } from '../harness/sizes.ts';
import { startServer, type StartedServer } from '../harness/startedServer.ts';
import { takeTurns, takeTurnsWarm } from '../harness/takeTurns.ts';
import { makeDevelopers, noteOnLimits, type Developer } from '../load/developers.ts';
import { baseInfoRequests, paymentsRecordRequests } from '../load/requests.ts';
import { sendLoad } from '../load/sendLoad.ts';
import { buildPackagedFloor } from '../references/packagedFloor.ts';

const reference = 'Express floor, same packages';

export const coldStart: Row = {
  name: 'cold-start',
  about: 'from spawn to the first signed 200 on existing data, beside an Express floor that imports the same packages',
  measure: async (context) =>
    withServers(context, async ({ startOurs, startFloor }) => {
      const contenders = { ours: async () => startMs(startOurs), floor: async () => startMs(startFloor) };
      const { ours, floor } = await takeTurnsWarm(context.rounds, contenders);
      const line = { row: 'cold-start', name: 'Cold start to the first signed 200', unit: 'ms' } as const;
      return [{ ...line, ours, reference, references: floor, target: { atMost: 1.3 } }];
    }),
};

async function startMs(start: () => Promise<StartedServer>): Promise<number> {
  const server = await start();
  await server.end();
  return server.startMs;
}

export const memory: Row = {
  name: 'memory',
  about: 'resident memory after full load (--load-seconds), beside an Express floor that imports the same packages',
  measure: async (context) =>
    withServers(context, async ({ startOurs, startFloor, developers }) => {
      const generator = await context.programs.start('bench/load/generate.ts');
      const residentMiB = async (start: () => Promise<StartedServer>) => {
        const server = await start();
        try {
          // Each part is signed when it is sent, since a signature grows old.
          for (let left = context.loadSeconds; left > 0; left -= 60) {
            const requests = [...paymentsRecordRequests(developers), ...baseInfoRequests(developers)];
            const load = { port: server.port, requests, connections: loadConnections, perSecond: null };
            await sendLoad(generator, { ...load, seconds: Math.min(left, 60) });
          }
          return await server.residentMiB();
        } finally {
          await server.end();
        }
      };
      try {
        const { ours, floor } = await takeTurns(1, {
          ours: async () => residentMiB(startOurs),
          floor: async () => residentMiB(startFloor),
        });
        const name = `Resident memory after ${context.loadSeconds} s of full load`;
        const line = { row: 'memory', name, unit: 'MiB', note: noteOnLimits } as const;
        return [{ ...line, ours, reference, references: floor, target: { atMost: 1.5 } }];
      } finally {
        await generator.end();
      }
    }),
};

interface Servers {
  developers: Developer[];
  startOurs(): Promise<StartedServer>;
  startFloor(): Promise<StartedServer>;
}

async function withServers<Result>(
  { newDatabase, programs, folder }: Context,
  measure: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await newDatabase();
  const { developers, environment, secrets } = await makeDevelopers(databaseUrl);
  const { path } = await programs.bundle('src/main.ts');
  const floor = await buildPackagedFloor();
  const options = { REFERENCE: JSON.stringify({ databaseUrl, secrets, connections }) };
  const firstPath = () => paymentsRecordRequests(developers.slice(0, 1))[0]!.split(' ')[1]!;
  try {
    return await measure({
      developers,
      startOurs: async () => startServer(path, environment, firstPath(), join(folder, 'service.log')),
      startFloor: async () => startServer(floor.path, options, firstPath(), join(folder, 'floor.log')),
    });
  } finally {
    await floor.remove();
  }
}
