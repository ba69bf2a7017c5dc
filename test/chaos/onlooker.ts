import { Agent, request } from 'node:http';
import { setTimeout as passTime } from 'node:timers/promises';
import { percentile } from '../../bench/percentile.ts';

/** The answers to somebody who asked all the time, at a slow and steady pace. */
export interface Seen {
  statuses: Record<string, number>;
  medianMs: number;
  p99Ms: number;
  longestMs: number;
}

const perSecond = 25;
const answerTimeoutMs = 30_000;

/** Asks until `done` has resolved; does not wait for one answer before it asks again. */
export async function lookOn(url: string, path: string, done: Promise<unknown>): Promise<Seen> {
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const asking: Promise<void>[] = [];
  const state = { isDone: false };
  void done.then(() => (state.isDone = true));
  const startedMs = performance.now();
  const ask = async () => {
    const askedMs = performance.now();
    const status = await statusOf(agent, url + path);
    latenciesMs.push(performance.now() - askedMs);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  for (let n = 0; !state.isDone; n += 1) {
    asking.push(ask());
    await passTime(Math.max(0, startedMs + ((n + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(asking);
  agent.destroy();
  return {
    statuses,
    medianMs: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    longestMs: Math.max(...latenciesMs),
  };
}

async function statusOf(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, timeout: answerTimeoutMs });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(0));
    asked.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    asked.end();
  });
}
