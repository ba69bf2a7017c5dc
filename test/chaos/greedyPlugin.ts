import { setTimeout as passTime } from 'node:timers/promises';
import { median } from '../../bench/percentile.ts';
import {
  baseInfoPath,
  type FairnessSetup,
  goodsRequest,
  longGoodsRequest,
  openFairnessSetup,
} from './fairnessSetup.ts';
import type { LoadOrder } from './loadOrder.ts';
import { lookOn } from './onlooker.ts';
import { startLoad } from './startLoad.ts';

/**
 * `npm run test:greedy [seconds] [rounds] [part of a load's name]`: one plugin sends much more than its share, and another asks now and then. Its 99th
 * percentile must stay below five times what it is alone. Alone and beside the load take turns; each comes from an address
 * of its own.
 */
const seconds = Number(process.argv[2] ?? 10);
const rounds = Number(process.argv[3] ?? 3);
const wanted = process.argv[4] ?? '';
const mostRatio = 5;
const from = '127.0.0.2';

type Stream = Extract<LoadOrder, { kind: 'stream' }>;
interface Load extends Pick<Stream, 'requests' | 'connections' | 'perSecond'> {
  name: string;
}

/** A limit that a load process can exceed ten times on the same machine. */
const limitPerSecond = 40;

function loadsOf({ loud }: FairnessSetup): Load[] {
  const right = longGoodsRequest(loud, loud.secret);
  const wrong = longGoodsRequest(loud, 'u'.repeat(32));
  return [
    { name: '245 small POST /goods a second', requests: [goodsRequest(loud)], connections: 400, perSecond: 245 },
    { name: '50 right POST /goods of 16 KiB a second', requests: [right], connections: 400, perSecond: 50 },
    {
      name: '50 wrong ones from a known address',
      requests: [right, ...Array<typeof wrong>(49).fill(wrong)],
      connections: 400,
      perSecond: 50,
    },
    {
      name: 'small POST /goods as fast as answered',
      requests: [goodsRequest(loud)],
      connections: 400,
      perSecond: null,
    },
    {
      name: 'GET /baseinfo as fast as answered',
      requests: [{ method: 'GET', path: baseInfoPath(loud), body: '' }],
      connections: 400,
      perSecond: null,
    },
  ];
}

let isSound = true;
await measure({}, loadsOf);
await measure({ RATE_LIMIT_PER_PLUGIN: String(limitPerSecond) }, ({ loud }) => [
  {
    name: `ten times a limit of ${limitPerSecond} a second`,
    requests: [{ method: 'GET', path: baseInfoPath(loud), body: '' }],
    connections: 400,
    perSecond: 10 * limitPerSecond,
  },
]);
process.exit(isSound ? 0 : 1);

async function measure(environment: Record<string, string>, loads: (setup: FairnessSetup) => Load[]): Promise<void> {
  const setup = await openFairnessSetup(environment);
  try {
    const path = baseInfoPath(setup.quiet);
    await lookOn(setup.url, path, passTime(2_000));
    for (const { name, ...load } of loads(setup).filter((one) => one.name.includes(wanted))) {
      const p99s = { alone: [] as number[], beside: [] as number[] };
      for (let round = 1; round <= rounds; round += 1) {
        const alone = await lookOn(setup.url, path, passTime(seconds * 1000));
        const { report } = await startLoad({ kind: 'stream', port: setup.port, from, seconds, ...load });
        const beside = await lookOn(setup.url, path, report);
        const { statuses, durationMs } = await report;
        p99s.alone.push(alone.p99Ms);
        p99s.beside.push(beside.p99Ms);
        console.log(
          `${name}, round ${round}: ${JSON.stringify(statuses)} in ${(durationMs / 1000).toFixed(1)} s; ` +
            `the other: median ${alone.medianMs.toFixed(1)} → ${beside.medianMs.toFixed(1)} ms, ` +
            `p99 ${alone.p99Ms.toFixed(1)} → ${beside.p99Ms.toFixed(1)} ms ${JSON.stringify(beside.statuses)}`,
        );
        const isRefused = Object.keys(beside.statuses).some((status) => status !== '200');
        const isFailed = Object.keys(statuses).some((status) => !/^[24]/.test(status));
        isSound &&= !isRefused && !isFailed;
      }
      const ratio = median(p99s.beside) / median(p99s.alone);
      console.log(`${name}: the p99 is ${ratio.toFixed(1)} times (at most ${mostRatio})`);
      isSound &&= ratio < mostRatio;
    }
    for (const complaint of setup.complaints().slice(0, 5)) console.log(JSON.stringify(complaint).slice(0, 300));
  } finally {
    await setup.close();
  }
}
