/**
 * Measures each contender once in every round, always in the same order, so that whatever else the machine does meets all
 * of them. Returns the figures of each, by round.
 */
export async function takeTurns<Name extends string, Figures>(
  rounds: number,
  contenders: Record<Name, () => Promise<Figures>>,
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(contenders) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>;
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) figures[name].push(await contenders[name]());
  }
  return figures;
}

/** Does the same after a round that does not count: the first work of a program is slower. */
export async function takeTurnsWarm<Name extends string, Figures>(
  rounds: number,
  contenders: Record<Name, () => Promise<Figures>>,
): Promise<Record<Name, Figures[]>> {
  await takeTurns(1, contenders);
  return takeTurns(rounds, contenders);
}
