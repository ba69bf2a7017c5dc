/**
 * Returns what is wrong with the name of a time zone; undefined: nothing. A place has one zone, and UTC is one. An
 * abbreviation belongs to several places: CST is China's and Chicago's, and Intl takes it for Chicago's. `Etc/GMT+8` is
 * eight hours behind, and people who write it mostly mean the opposite.
 */
export function describeTimeZoneProblem(name: string): string | undefined {
  if (/^(etc\/)?utc$/i.test(name) || (places.test(name) && isKnown(name))) return undefined;
  return 'expected an IANA time zone named for a place, such as Asia/Shanghai, or UTC';
}

const places = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//i;

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
