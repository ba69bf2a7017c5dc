import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { promtool } from './promtool.ts';

const rules = await readFile('operations/prometheus/alerts.yml', 'utf8');

const alerts = matches(rules, /^ +- alert: (\w+)$/gm);

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
    const cases = await readFile('operations/prometheus/alerts.test.yml', 'utf8');
    const expected = matches(cases, new RegExp(`alertname: ${alert}\\s+exp_alerts:( \\[\\])?`, 'g'));
    expect(expected).toContain(' []');
    expect(expected).toContain(undefined);
  });
});
