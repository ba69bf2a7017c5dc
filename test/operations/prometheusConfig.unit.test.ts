import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { readComposeFile, type ComposeFile } from '../support/composeFile.ts';
import { operationsFolder, promtool } from './promtool.ts';

interface PrometheusConfig {
  rule_files: string[];
  scrape_configs: [ScrapeConfig];
}

interface ScrapeConfig {
  metrics_path?: string;
  authorization: { credentials_file: string };
  static_configs: { targets: string[] }[];
  dns_sd_configs: { names: string[]; type: string; port: number }[];
}

const folder = join(operationsFolder, 'prometheus');
let config: PrometheusConfig;
let compose: ComposeFile;

beforeAll(async () => {
  config = parse(await readFile(join(folder, 'prometheus.yml'), 'utf8')) as PrometheusConfig;
  const secrets = {
    DATABASE_PASSWORD: 'unused',
    ENCRYPTION_KEY: 'A'.repeat(43) + '=',
    ADMIN_TOKEN: 'of-no-service-at-all',
  };
  compose = await readComposeFile(secrets);
});

const staffPortOf = (name: string) => readConfig(compose.services[name]!.environment!).ADMIN_PORT;

describe('prometheus.yml', () => {
  it('is a configuration that Prometheus takes', async (context) => {
    const said = await promtool(context, 'check', 'config', '--syntax-only', 'prometheus/prometheus.yml');
    expect(said).toContain('is valid prometheus config file syntax');
  });

  it('has the alerts beside it', async () => {
    expect(config.rule_files).toEqual(['alerts.yml']);
    for (const file of config.rule_files) await expect(access(join(folder, file))).resolves.toBeUndefined();
  });

  it('asks each api of compose.yaml by its name, and all sweepers by theirs, at their staff’s port', () => {
    const [{ static_configs: fixed, dns_sd_configs: looked, metrics_path: path = '/metrics' }] = config.scrape_configs;
    const names = (door: string) =>
      Object.keys(compose.services).filter((name) => compose.services[name]!.environment?.['RUN'] === door);
    expect(fixed.flatMap(({ targets }) => targets)).toEqual(names('api').map((name) => `${name}:${staffPortOf(name)}`));
    expect(looked).toMatchObject(
      names('sweeper').map((name) => ({ names: [name], type: 'A', port: staffPortOf(name) })),
    );
    expect(path).toBe('/metrics');
  });

  it('has its key in a file of its own', () => {
    for (const { authorization } of config.scrape_configs)
      expect(Object.keys(authorization)).toEqual(['credentials_file']);
  });
});
