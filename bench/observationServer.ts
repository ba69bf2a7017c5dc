import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { observeRequests } from '../src/http/observeRequests.ts';
import { CallerLimits } from '../src/limits/callerLimits.ts';
import { RequestTurns } from '../src/limits/requestTurns.ts';
import { openLog } from '../src/log/openLog.ts';
import { readOutputFigures } from '../src/log/standardOutput.ts';
import { openMetrics } from '../src/metrics/openMetrics.ts';
import { answerFailure } from '../src/http/answerFailure.ts';
import type { RestSettings } from '../src/rest/endpoints/endpoint.ts';
import { restRoutes } from '../src/rest/restRoutes.ts';
import { logObserver, observeBy } from '../src/service/observation.ts';
import { Keyring } from '../src/store/secrets/keyring.ts';
import { RejectionRecorder } from '../src/store/rejections/rejectionRecorder.ts';
import { openStore } from '../src/store/database/store.ts';

/**
 * The developers' paths twice, in one process: as they are, and with nobody watching. Tells its parent
 * both addresses, and how much CPU it has used whenever it is asked.
 */
const [, , databaseUrl = '', key = ''] = process.argv;
const store = openStore(databaseUrl, new Keyring([Buffer.from(key, 'base64')]));
const log = openLog('info');
const clock = () => new Date();
const settings: RestSettings = {
  store,
  clock,
  requestToleranceSeconds: 600,
  limits: new CallerLimits({ perAddress: 0, perPlugin: 0, failures: 0, onRateLimited: () => {} }),
  turns: new RequestTurns({ connections: 10, perPlugin: 32, onRateLimited: () => {} }),
  onRequestUnverifiable: () => {},
  rejections: new RejectionRecorder(store, log),
  timeZone: 'Asia/Shanghai',
  accessTokenTtlSeconds: 7200,
  schedule: { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] },
  leaseMs: 40_000,
  worker: 'bench:1',
  onAttemptReported: () => {},
};
const routes = restRoutes(settings);
const metrics = openMetrics({
  endpoints: [],
  store,
  adminStore: store,
  clock,
  version: 'bench',
  countDroppedRejections: () => 0,
  readOutputFigures,
  countConnections: () => [],
});
const observer = observeBy([logObserver(log), metrics], log);

const watched = await listen([observeRequests((request) => observer.onRequestOver(request))]);
const unwatched = await listen([]);
process.send!({ watched, unwatched });
process.on('message', () => process.send!(process.cpuUsage()));

async function listen(first: RequestHandler[]): Promise<string> {
  const app = express();
  app.set('query parser', false);
  for (const handler of first) app.use(handler);
  app.use(routes);
  app.use(answerFailure(log, settings.limits));
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
