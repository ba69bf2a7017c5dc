import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as passTime } from 'node:timers/promises';
import { CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { adminClient } from '../support/adminClient.ts';
import { requestText } from '../support/rawRequest.ts';
import { printLedger } from './printLedger.ts';
import { serverSockets } from './serverSockets.ts';
import { withService, type OneService } from './withService.ts';

/**
 * `npm run test:aborts [requests]`: callers send whole requests, or parts of them, and leave at once. Afterwards no socket
 * may be left, and a stop must not wait for those who left.
 */
const total = Math.min(Number(process.argv[2] ?? 400), 5_000);
const atOnce = 20;
/** How long the sockets may take to be gone; far more than an answer takes. */
const goneWithinMs = 45_000;
const stopWithinMs = 5_000;

// The connection over which this program made its key would be kept for longer than `goneWithinMs`.
const environment = { SHUTDOWN_GRACE_S: '15', KEEP_ALIVE_TIMEOUT_S: '5' };

const faults = await withService(environment, async (service) => {
  const port = Number(new URL(service.url).port);
  const texts = requestsOf(await makeViewerKey(service));
  let sent = 0;
  async function lane(): Promise<void> {
    while (sent < total) await leave(port, texts[sent++ % texts.length]!);
  }
  await Promise.all(Array.from({ length: atOnce }, lane));

  const [left, goneAfterMs] = await untilGone(port);
  const signalledAtMs = performance.now();
  service.signal('SIGTERM');
  const code = await service.ended;
  const stoppedAfterMs = performance.now() - signalledAtMs;

  printLedger(`${total} requests whose callers left`, left);
  console.log(
    isNone(left)
      ? `no socket is left after ${inSeconds(goneAfterMs)}`
      : `sockets are left after ${inSeconds(goneAfterMs)}`,
  );
  console.log(`a stop took ${inSeconds(stoppedAfterMs)}, and ended with ${code}`);
  return [
    ...(isNone(left) ? [] : ['sockets are left']),
    ...(stoppedAfterMs <= stopWithinMs && code === 0 ? [] : ['the stop took too long']),
    ...service.logged.filter(({ level }) => level >= 50).map((line) => JSON.stringify(line).slice(0, 400)),
  ];
});
for (const fault of faults.slice(0, 10)) console.log(fault);
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);

/** A key that is looked up in the database, unlike ADMIN_TOKEN: meanwhile its caller can leave. */
async function makeViewerKey({ url, adminToken }: OneService): Promise<string> {
  const input = { name: 'leaver', role: 'VIEWER' as const };
  return (await adminClient(url, adminToken)(CreateApiKeyDocument, { input })).createApiKey.key;
}

/** Some for staff with a good key and with a wrong one, some for developers; whole and in part. */
function requestsOf(goodKey: string): Buffer[] {
  const json = 'Content-Type: application/json';
  const query = JSON.stringify({ query: '{ orders(first: 1) { edges { node { id } } } }' });
  const ask = (key: string) => requestText('POST /graphql HTTP/1.1', [json, `Authorization: Bearer ${key}`], query);
  return [
    ask(goodKey),
    ask('a-key-that-nobody-has'),
    ask(goodKey).subarray(0, -10),
    requestText('POST /goods HTTP/1.1', [json], '{"plugin_id":"abcdefgh"}'),
    requestText('POST /goods HTTP/1.1', [json], '{"plugin_id":"abcdefgh"}').subarray(0, -10),
    requestText('GET /readyz HTTP/1.1'),
    Buffer.concat([requestText('GET /readyz HTTP/1.1'), ask(goodKey)]),
    requestText('GET /metrics HTTP/1.1', [`Authorization: Bearer ${goodKey}`]),
  ];
}

/** As a client that is aborted: what was written goes out, then the connection is closed without reading. */
async function leave(port: number, text: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text, () => socket.destroy());
  if (!socket.closed) await once(socket, 'close');
}

async function untilGone(port: number): Promise<[left: Record<string, number>, afterMs: number]> {
  const startedAtMs = performance.now();
  for (;;) {
    const left = await serverSockets(port);
    const passedMs = performance.now() - startedAtMs;
    if (isNone(left) || passedMs > goneWithinMs) return [left, passedMs];
    await passTime(100);
  }
}

function isNone(counts: Record<string, number>): boolean {
  return Object.keys(counts).length === 0;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
