import { painter } from '../../src/developerTool/painter.ts';
import { runTool } from '../../src/developerTool/runTool.ts';

/** The time of every command in these tests, in Unix seconds. */
export const nowSeconds = 1_624_329_435;

export interface ToolRun {
  code: number;
  out: string;
  err: string;
}

interface Given {
  input?: string;
  files?: Record<string, string>;
  secretVariable?: string | undefined;
  isTerminal?: boolean;
  now?: () => Date;
  complain?: (line: string) => void;
  stopping?: AbortSignal;
}

/** Runs a command of the tool in this process, as if the secret were in the environment unless another is given. */
export async function callTool(args: string[], given: Given = {}): Promise<ToolRun> {
  const lines = { out: [] as string[], err: [] as string[] };
  const code = await runTool(args, {
    secretVariable: 'secretVariable' in given ? given.secretVariable : '0123456789abcdef0123456789ABCDEF',
    now: given.now ?? (() => new Date(nowSeconds * 1000)),
    print: (line) => lines.out.push(line),
    complain: given.complain ?? ((line) => lines.err.push(line)),
    readFile: async (path) => {
      const text = given.files?.[path];
      if (text === undefined) throw new Error(`ENOENT: no such file, '${path}'`);
      return text;
    },
    readStandardInput: async () => given.input ?? '',
    isInputTerminal: false,
    paint: painter(given.isTerminal ?? false, {}),
    readVersion: async () => '1.2.3',
    stopping: given.stopping ?? new AbortController().signal,
  });
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
}
