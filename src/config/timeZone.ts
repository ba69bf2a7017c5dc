import leven from 'leven';

const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//i;
const utc = ['UTC', 'ETC/UTC'];

/**
 * What is wrong with the name of a time zone, and what was probably meant; undefined: nothing. A place has one zone, and UTC
 * is one. An abbreviation is that of several places: CST is China's and Chicago's, and Intl takes it for Chicago's.
 */
export function describeTimeZoneProblem(name: string): string | undefined {
  if (utc.includes(name.toUpperCase()) || (places.test(name) && isKnown(name))) return undefined;
  const meant = suggestionsFor(name);
  const question = meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : '';
  return `expected an IANA time zone named for a place, such as Asia/Shanghai, or UTC${question}`;
}

function suggestionsFor(name: string): string[] {
  const ofAbbreviation = abbreviations[name.toUpperCase()];
  if (ofAbbreviation) return ofAbbreviation;
  // The sign of Etc/GMT+8 is that of POSIX: it is eight hours behind. Who writes it mostly means the opposite.
  if (/^(etc\/)?(utc|gmt)?[+-]?0?8(:?00)?$/i.test(name)) return ['Asia/Shanghai'];
  const place = similarPlace(name);
  if (place) return [place];
  const resolved = isKnown(name) ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : '';
  return places.test(resolved) || resolved === 'UTC' ? [resolved] : [];
}

const abbreviations: Record<string, string[]> = {
  ...sameFor(['Asia/Shanghai'], 'CTT', 'PRC', 'CHINA', 'BEIJING', 'ASIA/BEIJING', 'PEKING', 'BJT'),
  ...sameFor(['America/New_York'], 'EST', 'EDT', 'EST5EDT'),
  ...sameFor(['America/Denver', 'America/Phoenix'], 'MST', 'MDT', 'MST7MDT'),
  ...sameFor(['America/Los_Angeles'], 'PST', 'PDT', 'PST8PDT'),
  ...sameFor(['America/Chicago'], 'CDT', 'CST6CDT'),
  ...sameFor(['UTC'], 'GMT', 'Z'),
  CST: ['Asia/Shanghai', 'America/Chicago'],
  BST: ['Europe/London', 'Asia/Dhaka'],
  IST: ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin'],
};

function sameFor(meant: string[], ...names: string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, meant]));
}

/** A city without its area, or a slip of the finger. */
function similarPlace(name: string): string | undefined {
  const wanted = name.toLowerCase().replaceAll(' ', '_');
  const known = Intl.supportedValuesOf('timeZone').map((place) => ({ place, lower: place.toLowerCase() }));
  const city = known.find(({ lower }) => lower.endsWith(`/${wanted.split('/').at(-1)!}`));
  return (city ?? known.find(({ lower }) => leven(lower, wanted) <= 2))?.place;
}

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
