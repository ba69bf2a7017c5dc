import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { accountRefusal, type ServerAccount } from './serverAccount.ts';

export interface SupervisedProcess {
  /** NaN when the program was never started; its exit is then certain and the log says why. */
  pid: number;
  hasExited(): boolean;
  /** Exit status of the program; null when it, or the shell above it, was killed. */
  exited: Promise<number | null>;
  /** Lets this process end although the program runs. The program still ends when this process does. */
  unref(): void;
}

export interface SupervisedCommand {
  program: string;
  args: string[];
  cwd: string;
  /** File descriptor that takes standard output and standard error. */
  logFd: number;
  account: ServerAccount | undefined;
  /** The signal that the program gets when this process has ended, even after kill -9. */
  signalAtOurEnd: 'INT' | 'TERM';
}

/** The line in the log when the program was not started, because one in another container still works on the folder. */
export const FOLDER_IN_USE = 'another container or a server that is still ending works on this folder';

/**
 * The program's parent holds a pipe from us and waits for its end: also kill -9 closes it. File descriptor 3 carries the
 * program's pid back, 4 is the pipe (a background job of sh loses its standard input). 5 is the working directory,
 * locked as long as the program or a process it forked lives: pids say nothing about a server in another container on
 * the same volume, the kernel's lock does. macOS has no flock, and no such containers.
 */
const SUPERVISOR = `
exec 4<&0 5<.
if command -v flock >/dev/null && ! flock -n 5; then
  echo "${FOLDER_IN_USE}: $(pwd)" >&2
  exit 1
fi
signal=$1
shift
"$@" </dev/null 3>&- 4<&- &
program=$!
echo "$program" >&3
exec 3>&-
{ read -r ignored <&4; kill -s "$signal" "$program"; } 2>/dev/null 5<&- &
watcher=$!
wait "$program"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

/** Starts the program in a new session, so that Ctrl-C reaches only the service, which drains first. */
export async function superviseProcess(command: SupervisedCommand): Promise<SupervisedProcess> {
  const { program, args, cwd, logFd, account, signalAtOurEnd } = command;
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', signalAtOurEnd, program, ...args], {
    cwd,
    env: serverEnvironment(),
    stdio: ['pipe', logFd, logFd, 'pipe'],
    detached: true,
    ...account,
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await once(child, 'spawn').catch((cause: NodeJS.ErrnoException) => {
    const message = `cannot start ${program}: ${cause.message}`;
    throw accountRefusal(account, cause) ?? new EmbeddedPostgresError('START_FAILED', message, { cause });
  });
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  const pid = await readPid(child.stdio[3] as Socket, exited);
  const unref = () => {
    child.unref();
    (child.stdin as Socket).unref();
  };
  return { pid, exited, hasExited: () => hasExited, unref };
}

/**
 * Returns an environment without anything of the service's: neither secrets nor a PGDATA or LANG that would change the
 * server.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function readPid(pipe: Socket, exited: Promise<unknown>): Promise<number> {
  let text = '';
  for await (const chunk of pipe.setEncoding('utf8')) text += chunk;
  const pid = Number.parseInt(text, 10);
  if (Number.isNaN(pid)) await exited;
  return pid;
}
