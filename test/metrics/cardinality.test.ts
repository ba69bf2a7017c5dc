import { randomBytes } from 'node:crypto';
import { METHODS } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRequest, requestText } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signed } from '../support/signedRequest.ts';
import { scrape } from './metricsText.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const text = () => randomBytes(6).toString('hex');
const methods = METHODS.filter((method) => method !== 'CONNECT');
const paths = ['/goods', '/baseinfo/', '/metrics'];
const pathOf = (round: number) => paths[Math.floor(round / methods.length) % paths.length];
/** After so many, every method has met every path. */
const firstRounds = methods.length * paths.length;

/** Requests that differ in everything a caller may choose; what is one of a few goes by the round. */
const strange: ((round: number) => Buffer | string)[] = [
  (round) => requestText(`${methods[round % methods.length]} /${text()} HTTP/1.1`),
  (round) => requestText(`${methods[round % methods.length]} ${pathOf(round)} HTTP/1.1`),
  () => requestText(`GET /baseinfo?${query()} HTTP/1.1`, [`X-Request-Id: ${text()}`, `User-Agent: ${text()}`]),
  () => requestText('POST /goods HTTP/1.1', [`Content-Type: ${text()}/${text()}`], text()),
  () => requestText('POST /graphql HTTP/1.1', [`Authorization: Bearer ${text()}`], `{"query":"{ ${text()} }"}`),
  () => requestText('POST /graphql HTTP/1.1', forStaff(), `{"query":"query Q${text()} { a${text()} }"}`),
  () => `${text()} ${text()}\r\n\r\n`,
];

const forStaff = () => [`Authorization: Bearer ${service.adminToken}`, 'Content-Type: application/json'];

function query(): string {
  const accessToken = randomBytes(16).toString('hex');
  const parameters = signed(text(), { plugin_id: text().slice(0, 8), access_token: accessToken });
  return new URLSearchParams(parameters).toString();
}

async function ask(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(strange.map(async (make) => rawRequest(service.url, make(round))));
  }
}

const countRequests = () => service.logged.filter(({ msg }) => msg === 'request').length;
const names = async () => Object.keys(await scrape(service)).filter((name) => name.startsWith('openplug_'));

it('a thousand requests for whatever comes to mind make no series that those before did not', async () => {
  await names();
  await ask(firstRounds);
  await expect.poll(countRequests).toBe(1 + firstRounds * strange.length);
  const before = (await names()).toSorted();

  const rounds = Math.ceil(1000 / strange.length);
  await ask(rounds);
  await expect.poll(countRequests).toBe(2 + (firstRounds + rounds) * strange.length);

  expect((await names()).toSorted()).toEqual(before);
  // A third of them reads 0 from the start, so that the first of each is seen.
  expect(before.length).toBeLessThan(1100);
}, 120_000);
