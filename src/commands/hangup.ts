import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Whether nohup started this program, so that the end of its terminal is to be ignored. Node sets every signal back to its
 * default when it starts (SigIgn in /proc/self/status shows it), so what nohup told the kernel is lost. Two traces are left:
 * the shell's variable `_`, and on Linux standard input, which GNU's nohup replaces, if it is a terminal, by a /dev/null
 * that can only be written. A shell in between, such as npm's, may overwrite the one; the other stays.
 */
export function isUnderNohup(environment: NodeJS.ProcessEnv): boolean {
  return basename(environment['_'] ?? '') === 'nohup' || hasUnreadableInput();
}

const accessMode = 0o3;
const writeOnly = 0o1;

function hasUnreadableInput(): boolean {
  try {
    if (readlinkSync('/proc/self/fd/0') !== '/dev/null') return false;
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & accessMode) === writeOnly;
  } catch {
    // Not Linux, or no standard input.
    return false;
  }
}
