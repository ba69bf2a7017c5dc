import { execFileSync } from 'node:child_process';

/** Builds the console if it has changed, as a start does: once for all files of a run, since two builds would disturb each other. */
export default function builtConsole(): void {
  execFileSync('sh', ['src/console/build/whenChanged.sh']);
}
