import type { OrderFilter } from '../generated/operations.ts';
import { instantOf, isWallTime } from '../parts/wallTime.ts';

/** The periods that one choice gives, in seconds before now. */
export const periods = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;

export const statuses = ['unacknowledged', 'PAID', 'UNPAID'] as const;

/** The number of orders on a page. */
export const pageSize = 30;

/** Reads the filter from the search of the address, so that it can be given to a colleague. */
export function readFilter(search: URLSearchParams, timeZone: string, now: Date): OrderFilter {
  const text = search.get('q')?.trim();
  const pluginId = search.get('plugin');
  const status = search.get('status');
  return {
    ...(text ? { search: text } : {}),
    ...(pluginId ? { pluginId } : {}),
    ...(status === 'PAID' || status === 'UNPAID' ? { status } : {}),
    ...(search.has('sandbox') ? { sandbox: true } : {}),
    ...(status === 'unacknowledged' ? { unacknowledged: true } : {}),
    ...readPeriod(search, timeZone, now),
  };
}

/**
 * Returns the parts of the address that say nothing, such as a status that does not exist, a misspelt name, or a name that is there
 * again. Without them the filter would find more than was meant.
 */
export function unreadableParts(search: URLSearchParams): string[] {
  const period = search.get('period') ?? '';
  const isEnd = (text: string) => period === 'range' && isWallTime(text);
  const isReadable: Record<string, (text: string) => boolean> = {
    q: () => true,
    plugin: () => true,
    sandbox: (text) => text === '1',
    status: (text) => (statuses as readonly string[]).includes(text),
    period: (text) => text === 'range' || Object.hasOwn(periods, text),
    from: isEnd,
    to: isEnd,
    after: () => true,
    before: () => true,
  };
  const seen = new Set<string>();
  return [...search].flatMap(([name, text]) => {
    const isGood = Object.hasOwn(isReadable, name) && !seen.has(name) && (text === '' || isReadable[name]!(text));
    seen.add(name);
    return isGood ? [] : [`${name}=${text}`];
  });
}

/** Reads where the page begins. Cursors stay good when orders are added. */
export function readPage(search: URLSearchParams): { first?: number; after?: string; last?: number; before?: string } {
  const [after, before] = [search.get('after'), search.get('before')];
  if (before) return { last: pageSize, before };
  return { first: pageSize, ...(after ? { after } : {}) };
}

/** Returns the search with changes, on its first page again. Empty values are left out. */
export function changeSearch(search: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('after');
  next.delete('before');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function readPeriod(search: URLSearchParams, timeZone: string, now: Date): OrderFilter {
  const period = search.get('period') ?? '';
  if (Object.hasOwn(periods, period)) {
    const minuteMs = 60_000;
    const fromMs = now.getTime() - periods[period as keyof typeof periods] * 1000;
    // A whole minute, so that the same page is the same query.
    return { createdFrom: new Date(Math.floor(fromMs / minuteMs) * minuteMs).toISOString() };
  }
  if (period !== 'range') return {};
  const [from, to] = [instantOf(search.get('from') ?? '', timeZone), instantOf(search.get('to') ?? '', timeZone)];
  return { ...(from ? { createdFrom: from } : {}), ...(to ? { createdTo: to } : {}) };
}
