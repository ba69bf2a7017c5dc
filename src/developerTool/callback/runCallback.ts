import { testAttemptNumber } from '../../rules/callbacks/callbackHeaders.ts';
import { printable, printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readNumber } from '../readNumber.ts';
import { readPairs } from '../readPairs.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { readUrl } from '../readUrl.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { UsageError } from '../usageError.ts';
import { postCallback, type CallbackReport } from './postCallback.ts';
import { isPaid, testRecord, type CallbackRecord } from './testRecord.ts';

const help = `Usage: openplug callback [options] URL [name=value …]

Posts a signed test callback to URL, as the service does, and says how the service would
judge the answer. Without fields it is a message that nobody can take for a payment: status 0,
of an order that cannot exist, with values that encoders write differently. Fields replace
these: a paid order has status=10. If an unpaid one may have been refused for its signature, up
to 14 more messages are posted to find out which mistake the receiver makes.

${secretHelp}.
                    Replaced secrets sign Openplug-Previous-Sign
  --attempt N       the header Openplug-Attempt; without it 0, as in every test message, and 1
                    with status=10
  --timeout S       the seconds until the whole answer must be there; 10 without it, as for a
                    service whose operator has set no other time
  --json            prints one JSON object instead of text

Example: openplug callback http://127.0.0.1:8000/callback status=10 pay_fee=100

Exit codes: 0 acknowledged, 1 not acknowledged, 2 the command was not understood.`;

export const runCallback: Command = { summary: 'posts a signed test callback to your receiver', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    attempt: { type: 'string' },
    timeout: { type: 'string' },
  });
  const [url, ...fields] = positionals;
  if (url === undefined) throw new UsageError('expected the URL of your receiver');
  const { href } = readUrl(url);
  const record = testRecord(readPairs(fields), context.now());
  const attempt = readNumber('attempt', values.attempt, { min: testAttemptNumber, max: 1000 }) ?? usualAttempt(record);
  const timeoutSeconds = readNumber('timeout', values.timeout, { min: 0.1, max: 600, decimals: true }) ?? 10;
  const [current, ...previous] = readSecrets(values.secret, context);

  const timeoutMs = timeoutSeconds * 1000;
  const report = await postCallback(href, record, { current, previous }, { attempt, timeoutMs });
  if (values.json) context.print(printableJson(report));
  else printReport(href, report, context);
  return report.acknowledged ? exitCodes.fine : exitCodes.wrong;
}

/** Returns the number in a test message of the service, or for a paid order that of its first notification. */
function usualAttempt(record: CallbackRecord): number {
  return isPaid(record) ? 1 : testAttemptNumber;
}

function printReport(url: string, report: CallbackReport, { print, paint }: ToolContext): void {
  print(`${paint('heading', 'POST')} ${url}`);
  for (const [name, value] of Object.entries(report.headers)) print(`${name}: ${value}`);
  print(`\n${report.body}\n`);
  if (report.acknowledged)
    print(paint('good', `Acknowledged with ${report.httpStatus} after ${report.durationMs} ms.`));
  for (const problem of report.problems) print(paint('bad', printable(problem)));
  if (!report.acknowledged && report.responseBody) print(`The answer: ${printable(report.responseBody)}`);
  for (const note of report.notes) print(paint('note', `Note: ${note}`));
}
