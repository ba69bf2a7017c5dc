import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, truncateSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A standard output that does not take what is written to it. */
export interface BadOutput {
  /** For a child's `stdio`; its own copy of it is closed by `release`. */
  fd: number;
  /** In blocks of 512 bytes, for `ulimit -f`; undefined: none. */
  fileLimit?: number;
  release(): void;
  /** From now on it takes something each time it is read; returns what does so. Only where that can be. */
  heal?(): () => string;
  close(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR, O_WRONLY } = constants;

/** By what an operator would say is wrong. */
export const badOutputs: Record<string, () => Promise<BadOutput>> = {
  'a full disk': async () => {
    const fd = openSync('/dev/full', 'w');
    return { fd, release: () => closeSync(fd), close: async () => {} };
  },
  'a file that may not grow': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openplug-output-'));
    const path = join(folder, 'log');
    const fd = openSync(path, O_APPEND | O_CREAT | O_WRONLY);
    return {
      fd,
      fileLimit: 32,
      release: () => closeSync(fd),
      heal: () => {
        let text = '';
        return () => {
          text += readFileSync(path, 'utf8');
          truncateSync(path);
          return text;
        };
      },
      close: async () => rm(folder, { recursive: true }),
    };
  },
  'a pipe that nobody reads': async () => {
    const { writer, reader, close } = await openFifo();
    fill(reader);
    return {
      fd: writer,
      release: () => closeSync(writer),
      heal: () => {
        let text = '';
        return () => (text += drain(reader));
      },
      close: async () => {
        closeSync(reader);
        await close();
      },
    };
  },
  'a pipe whose reader has ended': async () => {
    const { writer, reader, close } = await openFifo();
    closeSync(reader);
    return { fd: writer, release: () => closeSync(writer), close };
  },
};

async function openFifo() {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-output-'));
  const path = join(folder, 'fifo');
  await promisify(execFile)('mkfifo', [path]);
  const reader = openSync(path, O_RDWR | O_NONBLOCK);
  // Blocking, as a shell opens it.
  const writer = openSync(path, O_WRONLY);
  return { reader, writer, close: async () => rm(folder, { recursive: true }) };
}

function fill(fd: number): void {
  try {
    while (true) writeSync(fd, Buffer.alloc(4096, ' '));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}

function drain(fd: number): string {
  const buffer = Buffer.alloc(65_536);
  let text = '';
  try {
    while (true) text += buffer.subarray(0, readSync(fd, buffer)).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return text;
  }
}
