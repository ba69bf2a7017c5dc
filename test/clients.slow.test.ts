import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GoodsDocument } from './admin/generated/operations.ts';
import { makeDeveloper, makeOrder, oddText, type Developer } from './support/builders.ts';
import { skipWithout } from './support/missingProgram.ts';
import { startTestService, type TestService } from './support/service.ts';

const run = promisify(execFile);
const clientsDir = fileURLToPath(new URL('clients', import.meta.url));

/** Interpreters that must be there to run a client, how it is run, and how many calls it makes. */
const clients: { name: string; needs: string[][]; command: string[]; calls: number }[] = [
  {
    name: 'PHP',
    needs: [['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);']],
    command: ['php', 'php/client.php'],
    calls: 8,
  },
  { name: 'Python', needs: [['python3', '--version']], command: ['python3', 'python/client.py'], calls: 8 },
  { name: 'Node', needs: [], command: [process.execPath, 'node/client.mjs'], calls: 12 },
  { name: 'Java', needs: [['java', '-version']], command: ['java', 'java/Client.java'], calls: 4 },
  { name: 'Go', needs: [['go', 'version']], command: ['go', 'run', 'go/client.go'], calls: 6 },
  { name: 'Ruby', needs: [['ruby', '--version']], command: ['ruby', 'ruby/client.rb'], calls: 6 },
  {
    name: 'curl',
    needs: [
      ['bash', '--version'],
      ['curl', '--version'],
      ['openssl', 'version'],
    ],
    command: ['bash', 'curl/client.sh'],
    calls: 10,
  },
];

/** Go and Java compile first. */
const longestRunMs = 120_000;

let service: TestService;
let developer: Developer;
let orderId: string;
let scratchDir: string;

beforeAll(async () => {
  service = await startTestService();
  scratchDir = await mkdtemp(join(tmpdir(), 'openplug-clients-'));
  // The clients read the real time, and their user's token has to be good then.
  service.clock.now = new Date();
  developer = await makeDeveloper(service.admin);
  orderId = (await makeOrder(service.admin, developer, { attach: oddText })).id;
});
afterAll(async () => {
  await service.stop();
  await rm(scratchDir, { recursive: true, force: true });
});

describe("a developer's server", () => {
  it.for(clients)(
    'in $name makes $calls calls, is understood, and can verify the answers',
    { timeout: longestRunMs },
    async ({ name, needs, command, calls }, context) => {
      await skipWithout(needs, `The ${name} client`, context);
      const answers = await runClient(command);

      expect(answers).toHaveLength(calls);
      for (const { call, status, body, signatureValid } of answers) {
        expect({ call, status, body }).toMatchObject({ status: 200 });
        expect({ call, signatureValid }).toEqual({ call, signatureValid: call.startsWith('goods ') ? null : true });
      }
      expect(records(answers, 'baseinfo')).toEqual(
        records(answers, 'baseinfo').map(() =>
          expect.objectContaining({ open_id: developer.openId, nickname: oddText }),
        ),
      );
      expect(records(answers, 'payments/record')).toEqual(
        records(answers, 'payments/record').map(() =>
          expect.objectContaining({ order_id: orderId, attach: oddText, body: oddText }),
        ),
      );
      expect(await storedTitles(answers)).toEqual(answersOf(answers, 'goods').map(() => oddText));
    },
  );
});

/** A line of a client's output, as its README says. */
interface ClientAnswer {
  call: string;
  status: number;
  body: { message?: string; resource?: Record<string, unknown> };
  signatureValid: boolean | null;
}

async function runClient([file, ...args]: string[]): Promise<ClientAnswer[]> {
  service.clock.now = new Date();
  const { stdout } = await run(file!, args, { cwd: clientsDir, env: clientEnvironment(), timeout: longestRunMs });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ClientAnswer);
}

function clientEnvironment(): NodeJS.ProcessEnv {
  // A proxy would stand between the client and this machine.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(http|https|all)_proxy$/i.test(name));
  return {
    // Go keeps what it compiles below HOME; without one it has to be told where.
    ...(!process.env['HOME'] && { GOCACHE: join(scratchDir, 'go') }),
    ...Object.fromEntries(inherited),
    LC_ALL: 'C.UTF-8',
    OPENPLUG_URL: service.url,
    PLUGIN_ID: developer.pluginId,
    SECRET: developer.secret,
    ACCESS_TOKEN: developer.accessToken,
    ORDER_ID: orderId,
    TITLE: oddText,
  };
}

function answersOf(answers: ClientAnswer[], endpoint: string): ClientAnswer[] {
  const found = answers.filter(({ call }) => call.startsWith(`${endpoint} `));
  expect(found).not.toEqual([]);
  return found;
}

function records(answers: ClientAnswer[], endpoint: string): unknown[] {
  return answersOf(answers, endpoint).map(({ body }) => body.resource);
}

async function storedTitles(answers: ClientAnswer[]): Promise<(string | undefined)[]> {
  const found = answersOf(answers, 'goods').map(({ body }) => service.admin(GoodsDocument, { id: body.message! }));
  return (await Promise.all(found)).map(({ goods }) => goods?.title);
}
