import type { Paint } from './painter.ts';

/** Everything that a command needs of the process it runs in. */
export interface ToolContext {
  /** The environment variable OPENPLUG_SECRET. */
  secretVariable: string | undefined;
  now(): Date;
  /** Writes a line on standard output. */
  print(line: string): void;
  /** Writes a line on standard error. */
  complain(line: string): void;
  /** Reads a file in UTF-8. */
  readFile(path: string): Promise<string>;
  readStandardInput(): Promise<string>;
  /** True: a person would have to type the input. */
  isInputTerminal: boolean | undefined;
  paint: Paint;
  readVersion(): Promise<string>;
  /** Ends a command that runs until it is stopped. */
  stopping: AbortSignal;
}

/** The exit codes, as docs/command-line.md has them. */
export const exitCodes = {
  /** The answer is yes: signed, genuine, accepted, acknowledged. */
  fine: 0,
  /** The answer is no, and the output says why. */
  wrong: 1,
  /** The command was not understood, or there was nothing to work on. */
  misused: 2,
  /** The tool itself failed. */
  failed: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  help: string;
  run(args: string[], context: ToolContext): Promise<ExitCode>;
}
