import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { ExampleLanguage } from './exampleLanguages.ts';

const run = promisify(execFile);

export interface RunningReceiver {
  url: string;
  end(): Promise<void>;
}

/** An example whose programs are built in a folder of their own. */
export class RunningExample {
  readonly #receivers: RunningReceiver[] = [];
  readonly language: ExampleLanguage;
  readonly #out: string;

  constructor(language: ExampleLanguage, out: string) {
    this.language = language;
    this.#out = out;
  }

  async build(): Promise<void> {
    for (const { command, folder } of this.language.builds) {
      const [file, ...args] = this.#complete(command);
      await run(file!, args, { cwd: folder, env: this.#environment({}) });
    }
  }

  /** Returns what each line of the client's output says, by its label. Rejects if the client fails. */
  async callClient(settings: Record<string, string>, args: string[]): Promise<Record<string, unknown>> {
    const [file, ...first] = this.#complete(this.language.client);
    const { stdout } = await run(file!, [...first, ...args], {
      cwd: this.language.folder,
      env: this.#environment(settings),
    });
    const lines = stdout.trimEnd().split('\n');
    return Object.fromEntries(
      lines.map((line) => {
        const end = line.indexOf(': ');
        return [line.slice(0, end), JSON.parse(line.slice(end + 2)) as unknown];
      }),
    );
  }

  async startReceiver(settings: Record<string, string>): Promise<RunningReceiver> {
    const port = String(await freePort());
    const [file, ...args] = this.#complete(this.language.receiver).map((part) => part.replace('PORT', port));
    const child = spawn(file!, args, {
      cwd: this.language.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#environment({ ...settings, PORT: port }),
    });
    const ended = once(child, 'close');
    const receiver = {
      url: `http://127.0.0.1:${port}/callback`,
      end: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
    this.#receivers.push(receiver);
    await listening(child);
    return receiver;
  }

  /** Returns one line for each line of the input. */
  async replayVectors(lines: string[]): Promise<string[]> {
    const [file, ...args] = this.#complete(this.language.vectors);
    const child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'inherit'], env: this.#environment({}) });
    child.stdin.end(`${lines.join('\n')}\n`);
    return (await text(child.stdout)).trimEnd().split('\n');
  }

  /**
   * Runs the commands of the README in a copy of the folder, with the tool at this path as `npx openplug`, and returns the
   * names of the orders that were received. The settings stand for the first command, which sets them.
   */
  async followReadme(settings: Record<string, string>, toolPath: string): Promise<string[]> {
    const folder = join(this.#out, 'readme');
    await cp(this.language.folder, folder, { recursive: true });
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
    const [, ...commands] = block.trimEnd().split('\n');
    const port = String(await freePort());
    const programs = join(this.#out, 'programs');
    await mkdir(programs);
    // The receiver may need longer to start than the tool, which a person would just call again.
    const npx = `#!/bin/sh\nshift\nuntil ${process.execPath} ${toolPath} "$@"; do :; done\n`;
    await writeFile(join(programs, 'npx'), npx, { mode: 0o755 });

    const environment = this.#environment({ ...settings, PORT: port });
    const child = spawn('bash', ['-ec', commands.join('\n').replaceAll('8000', port)], {
      cwd: folder,
      // The receiver goes on in the background, and ends with the group.
      detached: true,
      stdio: 'ignore',
      env: { ...environment, PATH: `${programs}:${environment['PATH'] ?? ''}` },
    });
    try {
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`The commands of the README ended with ${String(code)}.`);
      return await readdir(join(folder, 'orders'));
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#receivers.map(async (receiver) => receiver.end()));
  }

  #complete(command: string[]): string[] {
    return command.map((part) => part.replace('OUT', this.#out));
  }

  #environment(settings: Record<string, string>): NodeJS.ProcessEnv {
    // A proxy would stand between the example and this machine.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(http|https|all)_proxy$/i.test(name));
    return {
      // Go keeps what it compiles below HOME; without one it has to be told where.
      ...(!process.env['HOME'] && { GOCACHE: `${this.#out}/go` }),
      ...Object.fromEntries(inherited),
      // Java decodes arguments by the locale.
      LC_ALL: 'C.UTF-8',
      ...settings,
    };
  }
}

/** PHP says on standard error that its server has started; the others print that they listen. */
async function listening(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface(stream).on('line', (line) => {
        said.push(line);
        if (/listening on|Development Server .* started/.test(line)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`The receiver ended: ${said.join('\n')}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
