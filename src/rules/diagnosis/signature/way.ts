import type { Finding } from './finding.ts';

export interface Pair {
  name: string;
  value: string;
  /** Written without its `=`. */
  bare?: boolean;
}

export type Pairs = readonly Pair[];

/** A way to do a step of signing: the right one, or a mistake. */
export interface Way<From, To> {
  /** Empty: this way is right. */
  mistakes: readonly Finding[];
  /** Findings that are no mistakes. */
  remarks?: readonly Finding[];
  /** A search goes from likely to unlikely ways. The unlikelihoods of several steps add up. */
  unlikely: number;
  apply(from: From): To;
}

/** A mistake that nearly every diagnosis is about: tried together with two others. */
export const likely = 1;
/** Tried alone, or with one likely mistake. */
export const rare = 2;
/** Tried alone. */
export const strange = 3;

export function right<From, To>(apply: (from: From) => To): Way<From, To> {
  return { mistakes: [], unlikely: 0, apply };
}

export function wrong<From, To>(mistake: Finding, unlikely: number, apply: (from: From) => To): Way<From, To> {
  return { mistakes: [mistake], unlikely, apply };
}

export const asIs = <Same>(same: Same): Same => same;

/** The result of some steps. */
export interface Made<Result> {
  result: Result;
  mistakes: readonly Finding[];
  /** The unlikelihood that further steps may add. */
  left: number;
}

/** Does one more step, in each way that is likely enough. */
export function* follow<From, To>(made: Made<From>, ways: readonly Way<From, To>[]): Generator<Made<To>> {
  for (const { mistakes, unlikely, apply } of ways) {
    const left = made.left - unlikely;
    if (left < 0) continue;
    const all = mistakes.length === 0 ? made.mistakes : [...made.mistakes, ...mistakes];
    yield { result: apply(made.result), mistakes: all, left };
  }
}
