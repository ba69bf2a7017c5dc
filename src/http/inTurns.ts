/** Returns what does work later, so many pieces at a time; in between, the process does what else has come. */
export function inTurns(atOnce: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isGoing = false;

  function go(): void {
    for (const work of waiting.splice(0, atOnce)) work();
    isGoing = waiting.length > 0;
    if (isGoing) setImmediate(go);
  }

  return (work) => {
    waiting.push(work);
    if (isGoing) return;
    isGoing = true;
    setImmediate(go);
  };
}
