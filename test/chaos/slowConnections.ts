import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as passTime } from 'node:timers/promises';
import { printLedger } from './printLedger.ts';
import { withService, type OneService } from './withService.ts';

/**
 * `npm run test:probes [connections]`: callers hold as many slow connections as they get, first from one address and then
 * from many, and open new ones whenever they lose some. Meanwhile each health check must be answered.
 */
const wanted = Math.min(Number(process.argv[2] ?? 10_500), 10_500);
const attacks = { 'one address': 1, 'twelve addresses': 12 };
const probes = 130;
const probeEveryMs = 100;
/** As long as compose.yaml has it. */
const probeTimeoutMs = 5_000;
/** At first, and then again whenever some were lost. */
const opensASecond = { first: 2_000, again: 1_000 };
const openEveryMs = 20;
const fillWithinMs = 20_000;
const dribbleEveryMs = 4_000;

const faults = await withService({}, async (service) => {
  const failures = [];
  for (const [name, addresses] of Object.entries(attacks))
    failures.push(await probeUnderAttack(service, name, addresses));
  return failures.reduce((sum, count) => sum + count, 0);
});
console.log(faults === 0 ? 'Each probe was answered.' : `${faults} probes were not answered.`);
process.exit(faults === 0 ? 0 : 1);

async function probeUnderAttack(service: OneService, name: string, addresses: number): Promise<number> {
  const attack = startAttack(Number(new URL(service.url).port), addresses);
  const filledBeforeMs = performance.now() + fillWithinMs;
  while (attack.opened() < wanted && performance.now() < filledBeforeMs) await passTime(100);

  const outcomes: Promise<number | undefined>[] = [];
  for (let n = 0; n < probes; n += 1) {
    outcomes.push(probe(service.url + (n % 2 === 0 ? '/healthz' : '/readyz')));
    await passTime(probeEveryMs);
  }
  const durationsMs = (await Promise.all(outcomes)).filter((ms) => ms !== undefined);
  printLedger(`slow connections from ${name}`, {
    'held at the end': attack.held(),
    'opened in all': attack.opened(),
    probes,
    'without an answer': probes - durationsMs.length,
    'slowest answer, ms': Math.round(Math.max(...durationsMs)),
  });
  attack.stop();
  return probes - durationsMs.length;
}

/** Each sends a header byte by byte, and never the end of it. */
function startAttack(port: number, addresses: number) {
  const held = new Set<Socket>();
  let count = 0;
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (count % addresses)}` });
    count += 1;
    held.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => held.delete(socket));
    socket.write('GET /baseinfo HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  };
  const opening = setInterval(() => {
    const aSecond = count < wanted ? opensASecond.first : opensASecond.again;
    for (let n = 0; n < (aSecond * openEveryMs) / 1000 && held.size < wanted; n += 1) open();
  }, openEveryMs);
  const dribbling = setInterval(() => {
    for (const socket of held) if (socket.writable) socket.write('x');
  }, dribbleEveryMs);
  return {
    held: () => held.size,
    opened: () => count,
    stop: () => {
      clearInterval(opening);
      clearInterval(dribbling);
      for (const socket of held) socket.destroy();
    },
  };
}

/** How long an answer of 200 took, on a connection of its own; undefined: there was none. */
async function probe(url: string): Promise<number | undefined> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: probeTimeoutMs }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - startedAtMs : undefined));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', () => resolve(undefined));
  });
}
