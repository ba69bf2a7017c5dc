import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakeIn } from '../src/rules/callbacks/signatureMistakes.ts';
import { testCallbackRecord } from '../src/rules/callbacks/testCallbackRecord.ts';
import {
  CheckCallbackUrlDocument,
  OrderNotificationDocument,
  PayOrderDocument,
  UpdatePluginDocument,
} from './admin/generated/operations.ts';
import type { ExampleLanguage } from './examples/exampleLanguages.ts';
import { RunningExample } from './examples/runningExample.ts';
import { makeDeveloper, makeOrder, oddText, type Developer } from './support/builders.ts';
import { failure, startCallbackReceiver } from './support/callbackReceiver.ts';
import { skipWithout } from './support/missingProgram.ts';
import { startTestService, type TestService } from './support/service.ts';
import { testSweeper, type TestSweeper } from './support/sweeper.ts';

/** Go compiles first. */
const longestRunMs = 120_000;

const zeros = '0'.repeat(32);
const python = 'import json, sys, urllib.parse as u; fields = json.loads(sys.argv[1]); ';
const php = '$f = json_decode($argv[1], true); ksort($f, SORT_STRING); ';
const naiveGo = `package main

import ("encoding/json"; "fmt"; "net/url"; "os")

func main() {
	var fields map[string]any
	if err := json.Unmarshal([]byte(os.Args[1]), &fields); err != nil { panic(err) }
	form := url.Values{}
	for name, value := range fields { form.Set(name, fmt.Sprint(value)) }
	fmt.Println(form.Encode())
}
`;

let service: TestService;
let sweeping: TestSweeper;
let developer: Developer;
let scratchDir: string;

beforeAll(async () => {
  service = await startTestService({ CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8' });
  sweeping = testSweeper(service);
  developer = await makeDeveloper(service.admin);
  scratchDir = await mkdtemp(join(tmpdir(), 'openplug-receivers-'));
});
afterAll(async () => {
  await sweeping.close();
  await service.stop();
  await rm(scratchDir, { recursive: true, force: true });
});

const rubyReceiver: ExampleLanguage = {
  name: 'Ruby',
  needs: [['ruby', '--version']],
  folder: fileURLToPath(new URL('clients/ruby', import.meta.url)),
  builds: [],
  client: [],
  receiver: ['ruby', 'receiver.rb'],
  vectors: [],
};

describe('the receiver in Ruby', () => {
  it('verifies the test message and a payment with every odd value, and refuses another secret', async (context) => {
    await skipWithout(rubyReceiver.needs, 'The Ruby receiver', context);
    const { pluginId, secret } = developer;
    const ruby = new RunningExample(rubyReceiver, scratchDir);
    try {
      const { url } = await ruby.startReceiver({ SECRET: secret });
      expect(await service.admin(CheckCallbackUrlDocument, { input: { url, pluginId } })).toMatchObject({
        checkCallbackUrl: { ok: true, problems: [] },
      });
      await service.admin(UpdatePluginDocument, { input: { id: pluginId, callbackUrl: url } });
      const { id } = await makeOrder(service.admin, developer, { attach: ` ${oddText} ` });
      await service.admin(PayOrderDocument, { input: { orderId: id } });
      await sweeping.sweep();
      const { order } = await service.admin(OrderNotificationDocument, { id });
      expect(order).toMatchObject({ notification: { code: 'DELIVERED' } });

      const other = await ruby.startReceiver({ SECRET: 'x'.repeat(32) });
      const { checkCallbackUrl } = await service.admin(CheckCallbackUrlDocument, {
        input: { url: other.url, pluginId },
      });
      expect(checkCallbackUrl).toMatchObject({ ok: false, httpStatus: 401 });
    } finally {
      await ruby.end();
    }
  });
});

/** Programs that print what a receiver hashes when it takes the encoder at hand; their argument is the resource as JSON. */
const naive: { name: string; command: string[]; does: RegExp }[] = [
  {
    name: "Python's urlencode",
    command: ['python3', '-c', `${python}print(u.urlencode(sorted(fields.items())))`],
    does: /^The receiver encodes as Python's urlencode/,
  },
  {
    name: "Python's quote",
    command: [
      'python3',
      '-c',
      `${python}print("&".join(k + "=" + u.quote(str(v), safe="") for k, v in sorted(fields.items())))`,
    ],
    does: /^The receiver encodes as PHP's rawurlencode or Python's quote/,
  },
  {
    name: "Python's quote, and ~ replaced",
    command: [
      'python3',
      '-c',
      `${python}print(u.urlencode(sorted(fields.items()), quote_via=u.quote).replace("~", "%7E"))`,
    ],
    does: /^The receiver writes a space as %20\. To correct it, replace %20 by \+ before hashing\.$/,
  },
  {
    name: "PHP's rawurlencode",
    command: ['php', '-r', `${php}echo http_build_query($f, "", "&", PHP_QUERY_RFC3986);`],
    does: /^The receiver encodes as PHP's rawurlencode/,
  },
  {
    name: 'PHP with what Laravel hands on',
    command: ['php', '-r', `${php}echo http_build_query(array_filter(array_map("trim", $f), "strlen"));`],
    does: /^The receiver trims values and leaves out empty ones, as Laravel/,
  },
  {
    name: "Ruby's encode_www_form",
    command: ['ruby', '-rjson', '-ruri', '-e', 'print URI.encode_www_form(JSON.parse(ARGV[0]).sort)'],
    does: /^The receiver encodes as URLSearchParams/,
  },
  {
    name: "Ruby's CGI.escape",
    command: [
      'ruby',
      '-rjson',
      '-rcgi',
      '-e',
      'print JSON.parse(ARGV[0]).sort.map { |k, v| "#{k}=#{CGI.escape(v.to_s)}" }.join("&")',
    ],
    does: /^The receiver encodes as Python's urlencode, Go's Values.Encode or Ruby's CGI.escape/,
  },
  {
    name: "Go's map[string]any and Values.Encode",
    command: ['go', 'run', 'GO'],
    does: /^The receiver reads numbers as floating point, as Go .* The receiver encodes as .*Values.Encode/,
  },
];

describe('the mistake of a receiver', () => {
  it.for(naive)('with $name is named', { timeout: longestRunMs }, async ({ name, command, does }, context) => {
    await skipWithout([[command[0]!, command[0] === 'go' ? 'version' : '--version']], name, context);
    const program = join(scratchDir, 'naive.go');
    await writeFile(program, naiveGo);
    const record = testCallbackRecord(developer.pluginId, new Date(), 'Asia/Shanghai');
    const [file, ...args] = [...command.map((part) => (part === 'GO' ? program : part)), JSON.stringify(record)];
    const { stdout } = await promisify(execFile)(file, args, { env: environment() });
    const shown = createHmac('sha256', developer.secret).update(stdout.trimEnd()).digest('hex');

    const found = findMistakeIn(`{"error":"expected ${shown}"}`, record, [developer.secret]);
    expect(found?.sentences.map(({ text }) => text).join(' ')).toMatch(does);
  });

  it('that shows no signature is found by trying, and each message is of no order', async () => {
    const receiver = await startCallbackReceiver();
    try {
      receiver.answer((_request, response) => {
        const { resource, sign } = receiver.received.at(-1)!.message;
        const params = new URLSearchParams();
        for (const [name, value] of Object.entries(resource)) params.set(name, String(value));
        params.sort();
        const expected = createHmac('sha256', developer.secret).update(params.toString()).digest('hex');
        response.writeHead(200).end(sign === expected ? 'SUCCESS' : '{"code":401}');
      });
      const { pluginId } = developer;
      const { checkCallbackUrl } = await service.admin(CheckCallbackUrlDocument, {
        input: { url: receiver.url, pluginId },
      });
      expect(checkCallbackUrl).toMatchObject({
        ok: false,
        responseBody: '{"code":401}',
        problems: [
          expect.stringContaining('not with SUCCESS'),
          "The receiver encodes as URLSearchParams, Java's URLEncoder or Ruby's encode_www_form does. To correct it, " +
            'replace * by %2A before hashing.',
        ],
      });
      expect(receiver.received.map(({ message }) => message.resource['order_id'])).toEqual([zeros, zeros]);
    } finally {
      await receiver.close();
    }
  });

  it('is not named when the receiver takes none of the messages', async () => {
    const receiver = await startCallbackReceiver();
    try {
      receiver.answer(failure);
      const { pluginId } = developer;
      const { checkCallbackUrl } = await service.admin(CheckCallbackUrlDocument, {
        input: { url: receiver.url, pluginId },
      });
      expect(checkCallbackUrl.problems[1]).toMatch(/^It was answered no better with the signatures of 14 usual/);
      expect(receiver.received).toHaveLength(1 + 14);
    } finally {
      await receiver.close();
    }
  });
});

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Go keeps what it compiles below HOME; without one it has to be told where.
    ...(!process.env['HOME'] && { GOCACHE: join(scratchDir, 'go') }),
    LC_ALL: 'C.UTF-8',
  };
}
