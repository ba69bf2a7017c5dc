import { once } from 'node:events';
import { printable, printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readCount, readNumber } from '../readNumber.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { refusePositionals, UsageError } from '../usageError.ts';
import type { AnswerPlan } from './answerPlan.ts';
import { startReceiver, type ReceivedCallback } from './startReceiver.ts';

const help = `Usage: openplug receiver [options]

Receives callbacks, prints each, verifies it, and explains a signature that is wrong. It
answers SUCCESS to genuine ones and 401 to others, unless it is told to misbehave. It runs
until Ctrl-C.

${secretHelp}
  --port N          8000 without it
  --host ADDRESS    127.0.0.1 without it
  --count N         ends after N callbacks
  --fail STATUS     answers genuine callbacks with this status
  --hang            never answers genuine callbacks
  --succeed-after N   only the first N fail, with --fail (500 without it) or --hang
  --delay S         waits so many seconds before each answer
  --json            prints one JSON object for each callback, in one line

Example: openplug receiver --succeed-after 2

Exit codes: 0 all callbacks were genuine, 1 one was not, 2 the command was not understood.`;

export const runReceiver: Command = { summary: 'receives, verifies and explains callbacks', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    count: { type: 'string' },
    fail: { type: 'string' },
    hang: { type: 'boolean' },
    'succeed-after': { type: 'string' },
    delay: { type: 'string' },
  });
  refusePositionals(positionals);
  const port = readNumber('port', values.port, { min: 0, max: 65_535 }) ?? 8000;
  const count = readCount(values.count);
  const plan = readPlan(values);
  const secrets = readSecrets(values.secret, context);

  const finished = new AbortController();
  let areGenuine = true;
  const onReceived = (received: ReceivedCallback) => {
    areGenuine &&= received.report?.isGenuine === true;
    if (values.json) context.print(printableJson(received));
    else printReceived(received, context);
  };
  const onAnswered = (number: number) => {
    if (number >= count) finished.abort();
  };
  const receiver = await listen({ host: values.host ?? '127.0.0.1', port, secrets, plan, onReceived, onAnswered });
  context.complain(`Receiving callbacks at ${receiver.url} (any path); Ctrl-C ends it.`);
  await untilAborted(AbortSignal.any([context.stopping, finished.signal]));
  await receiver.close();
  return areGenuine ? exitCodes.fine : exitCodes.wrong;
}

interface PlanOptions {
  fail?: string | undefined;
  hang?: boolean | undefined;
  'succeed-after'?: string | undefined;
  delay?: string | undefined;
}

function readPlan({ fail, hang, 'succeed-after': after, delay }: PlanOptions): AnswerPlan {
  if (hang && fail !== undefined) throw new UsageError('expected --fail or --hang, not both');
  const status = readNumber('fail', fail, { min: 200, max: 599 }) ?? 500;
  const always = hang || fail !== undefined ? Number.POSITIVE_INFINITY : 0;
  return {
    failures: readNumber('succeed-after', after, { min: 0, max: 1_000_000 }) ?? always,
    failure: hang ? 'HANG' : { status },
    delayMs: (readNumber('delay', delay, { min: 0, max: 3600, decimals: true }) ?? 0) * 1000,
  };
}

async function listen(settings: Parameters<typeof startReceiver>[0]): ReturnType<typeof startReceiver> {
  try {
    return await startReceiver(settings);
  } catch (error) {
    throw new UsageError(`expected an address that is free: ${(error as Error).message}`, { cause: error });
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function printReceived(received: ReceivedCallback, { print, paint, now }: ToolContext): void {
  const { request, attempt, orderId, report, unreadable, answered } = received;
  const facts = [
    now().toISOString(),
    printable(request),
    ...(attempt === null ? [] : [`attempt ${printable(attempt)}`]),
    ...(orderId === null ? [] : [`order ${printable(orderId)}`]),
  ];
  print(paint('heading', facts.join('  ')));
  print(`  ${printable(received.body)}`);
  if (unreadable !== null) print(paint('bad', `  Not a callback: ${printable(unreadable)}.`));
  else if (report?.isGenuine) print(paint('good', '  Genuine.'));
  else print(paint('bad', '  Not genuine.'));
  for (const explanation of report?.explanations ?? []) print(paint('note', `  ${explanation}`));
  if (report && !report.isGenuine) {
    print(`  The text to hash: ${report.canonicalString}`);
    for (const expected of report.expected) print(`  Its signature:    ${expected}`);
  }
  const delay = answered && answered.afterMs > 0 ? ` after ${answered.afterMs / 1000} s` : '';
  print(answered ? `  Answer: ${answered.status} ${answered.body}${delay}` : '  No answer is given, as asked.');
}
