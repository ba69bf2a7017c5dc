import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationsFolder, promtool } from './promtool.ts';

const root = join(operationsFolder, '..');
const rules = await readFile(join(operationsFolder, 'prometheus/alerts.yml'), 'utf8');
const runbook = await readFile(join(operationsFolder, 'runbook.md'), 'utf8');

const alerts = matches(rules, /^ +- alert: (\w+)$/gm);
const sections = matches(runbook, /^## (.+)$/gm);

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found]) => found!);
}

describe('the alerts', () => {
  it('are rules that Prometheus takes', async (context) => {
    expect(await promtool(context, 'check', 'rules', 'prometheus/alerts.yml')).toContain(
      `SUCCESS: ${alerts.length} rules`,
    );
  });

  it('fire when they should, and stay quiet when they should not', async (context) => {
    expect(await promtool(context, 'test', 'rules', 'prometheus/alerts.test.yml')).toContain('SUCCESS');
  });

  it.each(alerts)('have cases for both: %s', async (alert) => {
    const cases = await readFile(join(operationsFolder, 'prometheus/alerts.test.yml'), 'utf8');
    const expected = matches(cases, new RegExp(`alertname: ${alert}\\s+exp_alerts:( \\[\\])?`, 'g'));
    expect(expected).toContain(' []');
    expect(expected).toContain(undefined);
  });
});

describe('the runbook', () => {
  it('has a section for each alert, in the same order, and each alert points to its own', () => {
    expect(alerts.length).toBeGreaterThan(4);
    expect(sections).toEqual(alerts);
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
    const schema = buildSchema(await readFile(join(root, 'schema.graphql'), 'utf8'));
    const queries = matches(runbook, /^```graphql\n(.+?)^```$/gms);
    expect(queries.length).toBeGreaterThan(3);
    for (const query of queries) expect(validate(schema, parse(query))).toEqual([]);
  });

  it('names panels that the dashboard has', async () => {
    const dashboard = await readFile(join(operationsFolder, 'grafana/dashboard.json'), 'utf8');
    const { panels } = JSON.parse(dashboard) as { panels: { title: string }[] };
    const named = matches(runbook, /(?<!\w)_([A-Z][a-z ]+)_(?!\w)/g);
    expect(named.length).toBeGreaterThan(4);
    expect(panels.map(({ title }) => title)).toEqual(expect.arrayContaining(named));
  });
});
