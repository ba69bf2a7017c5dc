import { readFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';

const rules = await readFile('operations/prometheus/alerts.yml', 'utf8');
const runbook = await readFile('operations/runbook.md', 'utf8');

describe('the runbook', () => {
  it('has a section for each alert, in the same order, and each alert points to its own', () => {
    const alerts = matches(rules, /^ +- alert: (\w+)$/gm);
    expect(alerts.length).toBeGreaterThan(4);
    expect(matches(runbook, /^## (.+)$/gm)).toEqual(alerts);
    expect(matches(rules, /runbook_url: (.+)$/gm)).toEqual(
      alerts.map((alert) => `operations/runbook.md#${alert.toLowerCase()}`),
    );
  });

  it('says of each what it means, what users feel, how to look and what to do', () => {
    for (const section of runbook.split(/^## /m).slice(1)) {
      expect(matches(section, /^\*\*(.+?):\*\*/gm)).toEqual(['Means', 'Users feel', 'Look', 'Do']);
    }
  });

  it('has queries that the staff API takes', async () => {
    const schema = buildSchema(await readFile('schema.graphql', 'utf8'));
    const queries = matches(runbook, /^```graphql\n(.+?)^```$/gms);
    expect(queries.length).toBeGreaterThan(3);
    for (const query of queries) expect(validate(schema, parse(query))).toEqual([]);
  });

  it('names panels that the dashboard has', async () => {
    const dashboard = await readFile('operations/grafana/dashboard.json', 'utf8');
    const { panels } = JSON.parse(dashboard) as { panels: { title: string }[] };
    const named = matches(runbook, /(?<!\w)_([A-Z][a-z ]+)_(?!\w)/g);
    expect(named.length).toBeGreaterThan(4);
    expect(panels.map(({ title }) => title)).toEqual(expect.arrayContaining(named));
  });
});

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found]) => found!);
}
