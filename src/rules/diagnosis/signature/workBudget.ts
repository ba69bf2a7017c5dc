/** Bounds a search by what its steps take, in nanoseconds as measured on a slow core; it reads no clock. */
export interface WorkBudget {
  spend(workNs: number): void;
  isSpent(): boolean;
}

export function openBudget(workNs: number): WorkBudget {
  let leftNs = workNs;
  return {
    spend: (doneNs) => {
      leftNs -= doneNs;
    },
    isSpent: () => leftNs < 0,
  };
}
