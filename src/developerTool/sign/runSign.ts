import { unixSeconds } from '../../rules/signing/timestamp.ts';
import { printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readPairs } from '../readPairs.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { readUrl } from '../readUrl.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { UsageError } from '../usageError.ts';
import { signRequest, type SignedRequest } from './signRequest.ts';

const help = `Usage: openplug sign [options] name=value …

Signs a request, and shows each step: the canonical string, its signature, and a line for
curl. Give each parameter as your program has it, before any encoding. The endpoint is the
one whose path ends URL, such as /sandbox/payments, or else follows from the parameters. A
timestamp that is not given is the present time.

${secretHelp}
  --url URL         the address of the service, with the path of the endpoint or without it;
                    http://127.0.0.1:3000 if it is not given
  --json            prints one JSON object instead of text

Example: openplug sign plugin_id=plugtest access_token=…

Exit codes: 0 signed, 2 the command was not understood. Notes say why the service would
refuse the request all the same.`;

export const runSign: Command = { summary: 'signs a request, step by step, with a line for curl', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { url: { type: 'string' } });
  const parameters = readPairs(positionals);
  if (parameters.size === 0) throw new UsageError('expected at least one parameter, such as plugin_id=plugtest');
  if (parameters.has('sign')) throw new UsageError('expected no parameter sign: it is what this command computes');
  const baseUrl = readUrl(values.url ?? 'http://127.0.0.1:3000');
  if (baseUrl.search !== '') throw new UsageError('expected a URL without ?: give the parameters as name=value');
  const [secret] = readSecrets(values.secret, context);

  const isTimeAdded = !parameters.has('timestamp');
  if (isTimeAdded) parameters.set('timestamp', String(unixSeconds(context.now())));
  const signed = signRequest(parameters, secret, baseUrl);
  if (values.json) context.print(printableJson(signed));
  else printSteps(signed, isTimeAdded, context);
  return exitCodes.fine;
}

function printSteps(signed: SignedRequest, isTimeAdded: boolean, { print, paint }: ToolContext): void {
  print(paint('heading', '1. Canonical string: all parameters but sign, by name in byte order, form-encoded'));
  print(`   ${signed.canonicalString}`);
  print(paint('heading', '2. Signature: HMAC-SHA-256 of that with the secret, in hexadecimal digits'));
  print(`   ${signed.sign}`);
  print(paint('heading', `3. Request: ${signed.method}, with sign as one more parameter`));
  print(`   ${signed.curl}`);
  if (isTimeAdded) print('\nThe timestamp is the present time: the request is good for ten minutes.');
  for (const note of signed.notes) print(paint('note', `\nNote: ${note}`));
}
