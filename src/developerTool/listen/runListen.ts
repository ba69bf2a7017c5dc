import { printable, printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readCount, readNumber } from '../readNumber.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { readUrl } from '../readUrl.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { refusePositionals, UsageError } from '../usageError.ts';
import type { ForwardedCallback } from './forwardCallback.ts';
import { listen } from './listen.ts';
import type { Refused } from './sandboxCall.ts';

const help = `Usage: openplug listen --forward URL --url SERVICE --plugin ID [options]

Brings the callbacks of a sandbox plugin to an address that only your machine can reach. It
fetches each callback that is due, posts it there byte for byte with the same headers, and
reports the answer, so that the retry schedule goes on as usual. The plugin must have no
callback URL. It runs until Ctrl-C.

  --forward URL     where to post callbacks, such as http://localhost:8000/callback
  --url SERVICE     the address of the service
  --plugin ID       the plugin_id of a sandbox plugin
${secretHelp}
  --count N         ends after N callbacks
  --timeout S       the seconds until the whole answer must be there; 10 without it, as for a
                    service whose operator has set no other time. The end of the lease ends
                    the wait in any case
  --interval S      asks again after so many seconds when nothing is due; 1 without it
  --json            prints one JSON object for each callback, in one line

Several listeners of one plugin share its callbacks. A callback whose listener ends before
it has reported is repeated when its lease has run out.

Example: openplug listen --forward http://localhost:8000/callback \\
  --url https://api.example.com --plugin plugtest

Exit codes: 0 the last answer about each order was SUCCESS, 1 one was not or the service
refused the requests, 2 the command was not understood.`;

export const runListen: Command = { summary: 'brings callbacks of a sandbox plugin to your machine', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    forward: { type: 'string' },
    url: { type: 'string' },
    plugin: { type: 'string' },
    count: { type: 'string' },
    timeout: { type: 'string' },
    interval: { type: 'string' },
  });
  refusePositionals(positionals);
  const forwardUrl = readUrl(required('forward', values.forward)).href;
  const url = readUrl(required('url', values.url));
  const pluginId = required('plugin', values.plugin);
  const count = readCount(values.count);
  const seconds = { min: 0.05, max: 60, decimals: true };
  const timeoutMs = (readNumber('timeout', values.timeout, { ...seconds, max: 600 }) ?? 10) * 1000;
  const intervalMs = (readNumber('interval', values.interval, seconds) ?? 1) * 1000;
  const secrets = readSecrets(values.secret, context);

  const last = new Map<string, boolean>();
  const onForwarded = (callback: ForwardedCallback) => {
    last.set(callback.orderId, callback.outcome === 'ACKNOWLEDGED');
    if (values.json) context.print(printableJson(callback));
    else printForwarded(callback, context);
  };
  const onUnavailable = (message: string, waitMs: number) =>
    context.complain(`${printable(message)}; trying again in ${Math.ceil(waitMs / 1000)} s`);
  context.complain(`Forwarding callbacks of ${printable(pluginId)} to ${printable(forwardUrl)}; Ctrl-C ends it.`);
  const { now, stopping } = context;
  const service = { url, pluginId, secrets, now };
  const refusal = await listen({
    ...service,
    forwardUrl,
    timeoutMs,
    intervalMs,
    count,
    stopping,
    onForwarded,
    onUnavailable,
  });
  if (refusal !== null) {
    context.complain(context.paint('bad', printable(refusal.message)));
    const advice = adviceFor(refusal);
    if (advice) context.complain(advice);
  }
  return refusal === null && [...last.values()].every(Boolean) ? exitCodes.fine : exitCodes.wrong;
}

/** Says what to do when the service refuses a listener. Undefined: its message says enough. */
function adviceFor({ status, code }: Refused): string | undefined {
  if (status !== 404) return undefined;
  if (code === 'PLUGIN_NOT_FOUND') {
    return 'The service has no plugin with this plugin_id: see whether --plugin and --url are right.';
  }
  return 'Only sandbox plugins can be listened to. Ask staff for one, or if yours is one, see whether --url is right.';
}

function required(option: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`expected --${option}`);
}

function printForwarded(callback: ForwardedCallback, { print, paint, now }: ToolContext): void {
  const { orderId, attempt, outcome, httpStatus, durationMs, isCounted, explanation } = callback;
  print(paint('heading', `${now().toISOString()}  order ${printable(orderId)}  attempt ${attempt}`));
  const answer = httpStatus === null ? 'No answer' : `Answer: status ${httpStatus}`;
  const isGood = outcome === 'ACKNOWLEDGED';
  print(paint(isGood ? 'good' : 'bad', `  ${answer} after ${durationMs} ms: ${printable(outcome ?? 'not reported')}`));
  if (!isCounted) print(paint('note', '  It was not counted: the lease had run out, or it could not be reported.'));
  if (explanation && !isGood) print(paint('note', `  ${printable(explanation)}`));
}
