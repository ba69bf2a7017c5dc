/** A part of a text. It differs: the other text does not have it, or has something else in its place. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** The number of pairs up to which they are compared one by one; more would take long. */
const mostPairs = 300;

/**
 * Finds where two strings of `name=value` pairs differ: the pairs that one of them lacks or has in another place and, of a pair
 * that both have with another value, the part of the value. Texts without a common pair are compared from both ends.
 */
export function markDifferences(one: string, other: string): [Piece[], Piece[]] {
  const [pairs, others] = [one.split('&'), other.split('&')];
  const common = pairs.length > mostPairs || others.length > mostPairs ? [] : commonPairs(pairs, others);
  if (common.length === 0) return [markMiddle(one, other), markMiddle(other, one)];
  return [markPairs(pairs, others, common), markPairs(others, pairs, common)];
}

function markPairs(pairs: readonly string[], others: readonly string[], common: readonly string[]): Piece[] {
  const left = [...common];
  const marked = pairs.map((pair) => {
    if (pair !== left[0]) return markPair(pair, others);
    left.shift();
    return [{ text: pair, differs: false }];
  });
  return marked.flatMap((pieces, at) => (at === 0 ? pieces : [{ text: '&', differs: false }, ...pieces]));
}

function markPair(pair: string, others: readonly string[]): Piece[] {
  const other = others.find((one) => one !== pair && nameOf(one) === nameOf(pair));
  return other === undefined ? [{ text: pair, differs: true }] : markMiddle(pair, other);
}

function nameOf(pair: string): string {
  return pair.split('=', 1)[0]!;
}

/** Returns the longest list of pairs that both have in the same order. */
function commonPairs(pairs: readonly string[], others: readonly string[]): string[] {
  // The list for what follows each pair, from the last one on.
  let below: string[][] = Array.from({ length: others.length + 1 }, () => []);
  for (const pair of pairs.toReversed()) {
    const row: string[][] = [[]];
    for (let at = others.length - 1; at >= 0; at -= 1) {
      const [down, right] = [below[at]!, row[0]!];
      row.unshift(pair === others[at] ? [pair, ...below[at + 1]!] : down.length >= right.length ? down : right);
    }
    below = row;
  }
  return below[0]!;
}

/** Marks what is between the beginning and the end that both texts have. */
function markMiddle(text: string, other: string): Piece[] {
  const start = commonLength(text, other, (one, at) => one[at]);
  const rest = [text.slice(start), other.slice(start)] as const;
  const end = text.length - commonLength(...rest, (one, at) => one.at(-1 - at));
  const pieces = [
    { text: text.slice(0, start), differs: false },
    { text: text.slice(start, end), differs: true },
    { text: text.slice(end), differs: false },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

function commonLength(one: string, other: string, at: (text: string, index: number) => string | undefined): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}
