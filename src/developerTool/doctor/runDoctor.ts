import { diagnoseSignature } from '../../rules/diagnosis/diagnoseSignature.ts';
import { likelyEndpoint } from '../../rules/diagnosis/likelyEndpoint.ts';
import type { Finding } from '../../rules/diagnosis/signature/finding.ts';
import { sign } from '../../rules/signing/signature.ts';
import { defaultToleranceSeconds } from '../../rules/signing/timestamp.ts';
import { printable, printableJson } from '../printable.ts';
import { readArguments } from '../readArguments.ts';
import { readInput } from '../readInput.ts';
import { readNumber } from '../readNumber.ts';
import { readSecrets, secretHelp } from '../readSecrets.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from '../toolContext.ts';
import { UsageError } from '../usageError.ts';
import { readRequest, requestForms } from './readRequest.ts';

const help = `Usage: openplug doctor [options] [REQUEST]

Explains why a signed request is refused: the mistake in the signature, and everything else
that the service would not accept. REQUEST is a line of curl, a URL, a raw HTTP request, a form
(name=value&…) or the JSON of a body. Which parameters are required follows from its address,
or without one from the parameters. Without REQUEST, or with -, it is read from standard input,
which spares you the quotes. Nothing is sent.

${secretHelp}
  --signed-string TEXT   the string that your program signed, if it can print it
  --at SECONDS      judges the timestamp at this Unix time, not at the present one
  --json            prints one JSON object instead of text

Example: openplug doctor 'https://api.example.com/baseinfo?access_token=…&sign=…'

Exit codes: 0 signature and time are right, 1 they are not, 2 there was no request to read.`;

export const runDoctor: Command = { summary: 'explains why a signed request is refused', help, run };

async function run(args: string[], context: ToolContext): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    'signed-string': { type: 'string' },
    at: { type: 'string' },
  });
  if (positionals.length > 1) {
    throw new UsageError('expected one argument: put the request in quotes, or paste it into standard input');
  }
  const secrets = readSecrets(values.secret, context);
  const at = readNumber('at', values.at, { min: 0, max: 99_999_999_999 });
  const [given] = positionals;
  const pasted = given === undefined || given === '-' ? await readInput(given, requestForms, context) : given;
  const { parameters, url, findings } = readRequest(pasted);

  const presented = parameters.findLast(({ name }) => name === 'sign')?.value ?? '';
  const claim = { sign: presented, parameters, url, signedString: values['signed-string'] };
  const names = parameters.map(({ name }) => name);
  const now = at === undefined ? context.now() : new Date(at * 1000);
  const diagnosis = diagnoseSignature(
    claim,
    { current: secrets, previous: [] },
    likelyEndpoint(names, url),
    now,
    defaultToleranceSeconds,
  );
  const report = {
    valid: diagnosis.valid && findings.length === 0,
    canonicalString: diagnosis.canonicalString,
    sign: sign(diagnosis.canonicalString, secrets[0]),
    findings: [...diagnosis.findings, ...findings].map(({ code, message }) => ({ code, message })),
  };
  if (values.json) context.print(printableJson(report));
  else printReport(report, context);
  return report.valid ? exitCodes.fine : exitCodes.wrong;
}

interface Report {
  valid: boolean;
  canonicalString: string;
  /** The right signature under the newest secret. */
  sign: string;
  findings: Pick<Finding, 'code' | 'message'>[];
}

function printReport({ valid, canonicalString, sign: right, findings }: Report, { print, paint }: ToolContext): void {
  print(
    valid ? paint('good', 'Signature and time are right.') : paint('bad', 'The service would refuse this request.'),
  );
  for (const { code, message } of findings) print(`\n${paint('note', code)}\n  ${printable(message)}`);
  if (valid) return;
  print(paint('heading', '\nThe string to sign:'));
  print(`  ${canonicalString}`);
  print(paint('heading', 'Its signature with your newest secret:'));
  print(`  ${right}`);
}
