import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { format, resolveConfig } from 'prettier';
import pg from 'pg';
import type { Extent } from './context.ts';
import { ratioOf, type Line } from './line.ts';

export const resultsPath = 'bench/results.json';

export interface Machine {
  cores: number;
  cpu: string;
  memoryGiB: number;
  node: string;
  postgres: string;
}

/** A line as it is kept: its ratio beside the figures that it comes from. */
export interface KeptLine extends Line, Pick<Extent, 'rounds' | 'seconds'> {
  ratio: number;
  /** ISO 8601. */
  date: string;
  machine: Machine;
}

export function keptLine(line: Line, extent: Extent, date: Date, machine: Machine): KeptLine {
  return {
    ...line,
    ours: short(line.ours),
    references: short(line.references),
    ratio: Number(ratioOf(line).toPrecision(3)),
    rounds: extent.rounds,
    seconds: extent.seconds,
    date: date.toISOString(),
    machine,
  };
}

export async function readResults(path = resultsPath): Promise<KeptLine[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as KeptLine[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Replaces the lines of the rows that were measured, and leaves those of the others. */
export async function keepResults(lines: readonly KeptLine[], rowNames: readonly string[]): Promise<void> {
  const measured = new Set(lines.map(({ row }) => row));
  const others = (await readResults()).filter(({ row }) => !measured.has(row));
  const all = rowNames.flatMap((name) => [...others, ...lines].filter(({ row }) => row === name));
  const style = await resolveConfig(resultsPath);
  await writeFile(resultsPath, await format(JSON.stringify(all), { ...style, parser: 'json' }));
}

export async function describeMachine(serverUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  const processors = cpus();
  return {
    cores: processors.length,
    cpu: processors[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: rows[0]!.server_version,
  };
}

function short(figures: readonly number[]): number[] {
  return figures.map((figure) => Number(figure.toPrecision(4)));
}
