import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationsFolder, promtool } from './promtool.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: Area;
  targets?: { refId: string; expr: string; datasource: { uid: string } }[];
  fieldConfig?: { defaults: { unit: string } };
}

interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
}

const dashboard = JSON.parse(await readFile(join(operationsFolder, 'grafana/dashboard.json'), 'utf8')) as Dashboard;
const { panels } = dashboard;
const charts = panels.filter(({ type }) => type !== 'row');

describe('the dashboard', () => {
  it('gives each panel an id, a title of its own, a description, a unit and something to show', () => {
    expect(charts.length).toBeGreaterThan(12);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { title, description, fieldConfig, targets } of charts) {
      const isShown = [description, fieldConfig?.defaults.unit, targets?.[0]?.expr].every(Boolean);
      expect({ title, isShown }).toEqual({ title, isShown: true });
    }
  });

  it('lets no panel cover another or leave the 24 columns', () => {
    for (const { title, gridPos } of panels) {
      const covers = panels.filter((other) => other.gridPos !== gridPos && overlap(gridPos, other.gridPos));
      const isInside = gridPos.x >= 0 && gridPos.x + gridPos.w <= 24;
      expect({ title, isInside, covers }).toEqual({ title, isInside: true, covers: [] });
    }
  });

  it('asks the Prometheus that its reader chooses', () => {
    const { list } = dashboard.templating;
    expect(list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
    const asked = charts.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid));
    expect(new Set(asked)).toEqual(new Set(['${datasource}']));
  });

  it('asks in PromQL that Prometheus understands', async (context) => {
    const expressions = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const folder = await mkdtemp(join(tmpdir(), 'openplug-dashboard-'));
    try {
      await writeFile(join(folder, 'rules.yml'), JSON.stringify(rulesOf(expressions)));
      const said = await promtool(context, 'check', 'rules', join(folder, 'rules.yml'));
      expect(said).toContain(`SUCCESS: ${expressions.length} rules`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function overlap(a: Area, b: Area): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** JSON is YAML. What Grafana would put in the place of its variables stands there already. */
function rulesOf(expressions: readonly string[]) {
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll(/\$__(rate_interval|range)/g, '1m').replaceAll('$instance', '.*'),
  }));
  return { groups: [{ name: 'dashboard', rules }] };
}
