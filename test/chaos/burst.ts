import { setTimeout as passTime } from 'node:timers/promises';
import { baseInfoPath, longGoodsRequest, openFairnessSetup } from './fairnessSetup.ts';
import { lookOn } from './onlooker.ts';
import { startLoad } from './startLoad.ts';

/**
 * `npm run test:burst [connections]`: many connections from one address, each with a long forged request that lacks its last
 * byte; then all last bytes at once. Meanwhile another plugin's server asks from another address. Nothing may be answered 5xx,
 * and the other server must not notice much.
 */
const connections = Number(process.argv[2] ?? 500);
const quietMs = 3_000;
const mostWaitMs = 1_000;
const unknownPlugin = 'nothere1';

const setup = await openFairnessSetup({});
let isSound = true;
try {
  const path = baseInfoPath(setup.quiet);
  const alone = await lookOn(setup.url, path, passTime(quietMs));
  console.log(`alone: median ${alone.medianMs.toFixed(1)} ms, longest ${alone.longestMs.toFixed(1)} ms`);

  const wrong = 'u'.repeat(32);
  const bursts = [
    { of: 'forged requests for a plugin', request: longGoodsRequest(setup.loud, wrong), from: '127.0.0.2' },
    {
      of: 'requests for a plugin that does not exist',
      request: longGoodsRequest({ ...setup.loud, pluginId: unknownPlugin }, wrong),
      from: '127.0.0.3',
    },
    { of: 'right requests of a plugin', request: longGoodsRequest(setup.loud, setup.loud.secret), from: '127.0.0.4' },
    {
      of: "forged requests from that plugin's address",
      request: longGoodsRequest(setup.loud, wrong),
      from: '127.0.0.4',
    },
  ];
  for (const { of, request, from } of bursts) {
    const requests = Array.from({ length: connections }, () => request);
    const load = await startLoad({ kind: 'burst', port: setup.port, requests, from });
    const seeing = lookOn(
      setup.url,
      path,
      load.report.then(async () => passTime(500)),
    );
    await passTime(200);
    load.go();
    const { statuses, durationMs } = await load.report;
    const seen = await seeing;
    console.log(`${connections} ${of}: ${JSON.stringify(statuses)} in ${durationMs.toFixed(0)} ms`);
    console.log(
      `  another plugin met ${JSON.stringify(seen.statuses)}, its longest wait ${seen.longestMs.toFixed(0)} ms`,
    );
    const failed = Object.keys({ ...statuses, ...seen.statuses }).filter((status) => !/^[24]/.test(status));
    const wereRefused = Object.keys(seen.statuses).some((status) => status !== '200');
    isSound &&= failed.length === 0 && !wereRefused && seen.longestMs < mostWaitMs;
  }
  for (const complaint of setup.complaints().slice(0, 5)) console.log(JSON.stringify(complaint).slice(0, 300));
} finally {
  await setup.close();
}
process.exit(isSound ? 0 : 1);
