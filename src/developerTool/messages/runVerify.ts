import { printable, printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readInput } from '../readInput.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { UsageError } from '../usageError.ts';
import { readMessage } from './readMessage.ts';
import { verifyMessage, type MessageReport } from './verifyMessage.ts';

const help = `Usage: openplug verify [options] [FILE]

Verifies a response or a callback: {"resource": {…}, "sign": "…"}. It is read from FILE, or
from standard input. Headers before it are understood, as curl -i prints them.

${secretHelp}
  --previous-sign SIGNS   the header Openplug-Previous-Sign of a callback
  --json            prints one JSON object instead of text

Example: curl -s "$URL" | openplug verify

Exit codes: 0 genuine, 1 not genuine, 2 there was nothing that could be verified.`;

export const runVerify: Command = { summary: 'verifies a response or a callback from a file or a pipe', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { 'previous-sign': { type: 'string' } });
  if (positionals.length > 1) throw new UsageError('expected one file at most');
  const secrets = readSecrets(values.secret, context);
  const received = await readInput(positionals[0], 'a response or a callback', context);
  const message = readMessage(received, values['previous-sign']);
  if (typeof message === 'string') throw new UsageError(message);

  const report = verifyMessage(message, secrets);
  if (values.json) context.print(printableJson(report));
  else printReport(report, message.sign, secrets.length, context);
  return report.isGenuine ? exitCodes.fine : exitCodes.wrong;
}

function printReport(report: MessageReport, sign: string, secretCount: number, { print, paint }: ToolContext): void {
  const by = secretCount > 1 ? ` It is signed with secret ${report.secret} of ${secretCount}.` : '';
  print(report.isGenuine ? paint('good', `Genuine.${by}`) : paint('bad', 'Not genuine.'));
  for (const explanation of report.explanations) print(paint('note', explanation));
  if (report.isGenuine) return;
  print(paint('heading', '\nThe text to hash:'));
  print(`  ${report.canonicalString}`);
  for (const expected of report.expected) print(`${paint('heading', 'Its signature:')}  ${expected}`);
  print(
    `${paint('heading', 'In the message:')} ${sign.length > 64 ? `${sign.length} characters` : `"${printable(sign)}"`}`,
  );
}
