import type { Finding } from './finding.ts';

export interface Pair {
  name: string;
  value: string;
  /** Written without its `=`. */
  bare?: boolean;
}

export type Pairs = readonly Pair[];

/** One answer to one question of signing: how `From` becomes `To`, and what is wrong in that; nothing in the right one. */
export interface Way<From, To> {
  mistakes: readonly Finding[];
  /** The unlikelihoods of several mistakes add up: a search goes from the likely to the unlikely. */
  unlikely: number;
  apply(from: From): To;
}

/** A mistake that nearly every diagnosis is about. */
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
