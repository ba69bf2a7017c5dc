import { runCallback } from './callback/runCallback.ts';
import { runDoctor } from './doctor/runDoctor.ts';
import { runListen } from './listen/runListen.ts';
import { runVerify } from './messages/runVerify.ts';
import { runReceiver } from './receiver/runReceiver.ts';
import { runSign } from './sign/runSign.ts';
import { printable } from './printable.ts';
import { exitCodes, type Command, type ExitCode, type ToolContext } from './toolContext.ts';
import { UsageError } from './usageError.ts';

/** The commands, in the order in which a developer needs them. */
const commands: ReadonlyMap<string, Command> = new Map([
  ['sign', runSign],
  ['doctor', runDoctor],
  ['verify', runVerify],
  ['receiver', runReceiver],
  ['callback', runCallback],
  ['listen', runListen],
]);

/** Runs the command that the arguments name. Never rejects. */
export async function runTool(args: readonly string[], context: ToolContext): Promise<ExitCode> {
  const [name = '', ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (name === '--version') {
    context.print(await context.readVersion());
    return exitCodes.fine;
  }
  const command = commands.get(name);
  if (command && wantsHelp(rest)) {
    context.print(command.help);
    return exitCodes.fine;
  }
  if (command) return runCommand(name, command, rest, context);
  if (name === '--help' || name === '-h') {
    context.print(overview());
    return exitCodes.fine;
  }
  if (name !== '') context.complain(`openplug: expected a command, but got: ${printable(name)}\n`);
  context.complain(overview());
  return exitCodes.misused;
}

async function runCommand(name: string, command: Command, args: string[], context: ToolContext): Promise<ExitCode> {
  try {
    return await command.run(args, context);
  } catch (error) {
    if (error instanceof UsageError) {
      context.complain(`openplug ${name}: ${printable(error.message)}\n\`openplug ${name} --help\` says more.`);
      return exitCodes.misused;
    }
    context.complain(`openplug ${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return exitCodes.failed;
  }
}

/** Arguments after `--` are no options. */
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((argument) => argument === '--help' || argument === '-h');
}

function overview(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `Usage: openplug COMMAND …

For developers who integrate with openplug. It works with your own secret, and all but
listen without the service.

${lines.join('\n')}

  openplug COMMAND --help   says how a command is used
  openplug --version        prints the version

Exit codes: 0 yes (signed, genuine, accepted, acknowledged), 1 no (the output says why),
2 the command was not understood, 3 the tool failed.`;
}
