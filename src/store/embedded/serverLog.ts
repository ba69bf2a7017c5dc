import { constants } from 'node:fs';
import { open, readFile, rename, type FileHandle } from 'node:fs/promises';

const TAIL_LINES = 20;

/** The log that PostgreSQL writes from this start on. */
export interface ServerLog {
  fd: number;
  path: string;
  /** Forgets what was written so far, so that the next tail shows only the next try. */
  mark(): Promise<void>;
  tail(): Promise<string>;
  close(): Promise<void>;
}

/** Keeps one log for each start, and the log before it under `.1`. A service that starts for years does not fill the disk. */
export async function openServerLog(path: string): Promise<ServerLog> {
  await rename(path, `${path}.1`).catch(() => {});
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  const file: FileHandle = await open(path, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  let markBytes = 0;
  return {
    fd: file.fd,
    path,
    mark: async () => {
      markBytes = (await file.stat()).size;
    },
    tail: async () => {
      const text = (await readFile(path)).subarray(markBytes).toString('utf8').trim();
      return text === '' ? '(it wrote nothing)' : text.split('\n').slice(-TAIL_LINES).join('\n');
    },
    close: () => file.close(),
  };
}
