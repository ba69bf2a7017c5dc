/** A fact of an audit entry: one value, or what was and what is. */
export interface Detail {
  name: string;
  values: (string | number | boolean | null)[];
}

/** Reads the detail of an entry, without what is empty. Null: it is no object, as from a later version. */
export function readDetail(json: string): Detail[] | null {
  try {
    const detail = JSON.parse(json) as unknown;
    return isObject(detail) ? detailsOf(detail) : null;
  } catch {
    return null;
  }
}

/** The parts of a filter stand beside the other facts. */
function detailsOf(detail: object): Detail[] {
  return Object.entries(detail).flatMap(([name, value]: [string, unknown]) => {
    if (isObject(value)) return detailsOf(value);
    const values = (Array.isArray(value) ? value : [value]).map(plain);
    return values.some((one) => one !== null && one !== '') ? [{ name, values }] : [];
  });
}

function plain(value: unknown): Detail['values'][number] {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return JSON.stringify(value) ?? null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
