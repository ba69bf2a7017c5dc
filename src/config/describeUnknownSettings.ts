import leven from 'leven';
import { settingNames } from './config.ts';

/**
 * A sentence for each name in the environment that looks like a setting of this service and is none. A mistyped name
 * would otherwise be what a left out one is: the default, without a word. What other programs read is left alone.
 */
export function describeUnknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>(settingNames);
  const unknown = Object.entries(environment).filter(
    ([name, value]) => !known.has(name) && !isOfKubernetes(name, value),
  );
  return unknown.flatMap(([name]) => {
    const meant = closestTo(name);
    if (meant === undefined && !looksLikeOurs.test(name)) return [];
    return [`${name} is not a setting of this service and has no effect${meant ? `; did you mean ${meant}?` : '.'}`];
  });
}

/** Words that hardly another program begins its names with. Ports are many's; that one is not used is worth a line. */
const looksLikeOurs = /^(CALLBACK|RATE_LIMIT|SHUTDOWN|OPENPLUG)_|_PORT$/;

/** Kubernetes and Docker tell each container where the services beside it are. */
function isOfKubernetes(name: string, value = ''): boolean {
  return /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value);
}

function closestTo(name: string): string | undefined {
  const singular = name.replace(/IES$/, 'Y');
  const [closest] = settingNames
    .map((known) => ({ known, distance: leven(singular, known) }))
    .filter(({ known, distance }) => distance <= greatestDistanceTo(known) || isCutShort(name, known))
    .toSorted((a, b) => a.distance - b.distance);
  return closest?.known;
}

/** A slip of the finger or two. Names as short as HOST and RUN are near to too many others. */
function greatestDistanceTo(known: string): number {
  if (known.length < 6) return 0;
  return known.length < 9 ? 1 : 2;
}

/** Mostly without its unit. One word alone, or one such as ACCESS_TOKEN, may be anybody's. */
function isCutShort(name: string, known: string): boolean {
  if (!known.startsWith(`${name}_`)) return false;
  const isLastWordMissing = !known.slice(name.length + 1).includes('_');
  return looksLikeOurs.test(name) || (isLastWordMissing && name.includes('_'));
}
