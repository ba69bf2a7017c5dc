import type { TestService } from '../support/service.ts';

/** The value of each series by its name and labels, as they are written. */
export type Series = Record<string, number>;

export function readSeries(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Reads the metrics as a Prometheus with this key does. */
export async function scrape(service: TestService, key = service.adminToken): Promise<Series> {
  const response = await fetch(`${service.adminUrl}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return readSeries(text);
}
