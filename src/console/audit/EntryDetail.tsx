/** The detail of an entry: what the service wrote as JSON, a name and a value at a time. What is empty is left out. */
export function EntryDetail({ json }: { json: string }) {
  const pairs = readPairs(json);
  if (pairs === null) return json;
  if (pairs.length === 0) return '–';
  return (
    <ul className="detail">
      {pairs.map(([name, value]) => (
        <li key={name}>
          <span className="note">{name}</span> {value}
        </li>
      ))}
    </ul>
  );
}

/** Returns null when it is no object, as from a later version. */
function readPairs(json: string): [name: string, value: string][] | null {
  try {
    const detail = JSON.parse(json) as unknown;
    if (typeof detail !== 'object' || detail === null) return null;
    return Object.entries(detail)
      .map(([name, value]): [string, string] => [name, written(value)])
      .filter(([, value]) => value !== '');
  } catch {
    return null;
  }
}

/** Writes a value; of a change, what was and what is. */
function written(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((one) => written(one) || '–').join(' → ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
