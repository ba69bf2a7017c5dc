import { openContext } from './context.ts';
import type { Arguments } from './readArguments.ts';
import { describeMachine, keptLine, type KeptLine } from './results.ts';

/** Measures rows one after the other, each on a database of its own. */
export async function measureRows({ rows, ...extent }: Arguments): Promise<KeptLine[]> {
  const context = await openContext(extent);
  try {
    const machine = await describeMachine(await context.newDatabase());
    const kept: KeptLine[] = [];
    for (const row of rows) {
      context.report(row.about);
      const date = new Date();
      for (const line of await row.measure(context)) kept.push(keptLine(line, extent, date, machine));
    }
    return kept;
  } finally {
    await context.close();
  }
}
