import leven from 'leven';
import { settingNames } from './config.ts';

/**
 * A sentence for each name in the environment that looks like a setting of this service and is none. A mistyped name
 * would otherwise be what a left out one is: the default, without a word.
 */
export function describeUnknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>(settingNames);
  const unknown = Object.entries(environment).filter(
    ([name, value]) => looksLikeOurs.test(name) && !known.has(name) && !isOfKubernetes(name, value),
  );
  return unknown.map(([name]) => {
    const meant = closestTo(name);
    return `${name} is not a setting of this service and has no effect${meant ? `; did you mean ${meant}?` : '.'}`;
  });
}

const looksLikeOurs = /^(CALLBACK|RATE_LIMIT|SHUTDOWN|OPENPLUG)_|_PORT$/;

/** Kubernetes and Docker tell each container where the services beside it are. */
function isOfKubernetes(name: string, value = ''): boolean {
  return /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value);
}

/** A slip of the finger, or a name that was cut short: mostly its unit. */
const greatestDistance = 2;

function closestTo(name: string): string | undefined {
  const [closest] = settingNames
    .map((known) => ({ known, distance: leven(name, known) }))
    .filter(({ known, distance }) => distance <= greatestDistance || known.startsWith(`${name}_`))
    .toSorted((a, b) => a.distance - b.distance);
  return closest?.known;
}
