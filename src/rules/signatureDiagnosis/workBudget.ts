/** Bounds a search. The unit is about what handling one character takes. */
export interface WorkBudget {
  spend(work: number): void;
  isSpent(): boolean;
}

export function openBudget(work: number): WorkBudget {
  let left = work;
  return {
    spend: (done) => {
      left -= done;
    },
    isSpent: () => left < 0,
  };
}
