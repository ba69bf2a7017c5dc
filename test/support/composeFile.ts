import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The part that these tests read. The schema says whether the rest is well-formed. */
export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
}

export interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck: { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
  deploy?: { replicas: number };
  restart: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  logging: { options: Record<string, string> };
}

const path = fileURLToPath(new URL('../../compose.yaml', import.meta.url));

export async function readComposeText(): Promise<string> {
  return readFile(path, 'utf8');
}

/** compose.yaml as Compose reads it with these variables; throws what `${NAME:?…}` says when one is missing or empty. */
export async function readComposeFile(variables: Record<string, string>): Promise<ComposeFile> {
  const text = (await readComposeText()).replace(
    /\$\$|\$\{(\w+):([?-])([^}]*)\}/g,
    (found, name: string | undefined, operator: string, otherwise: string) => {
      if (name === undefined) return found.slice(1);
      const value = variables[name];
      if (!value && operator === '?') throw new Error(`${name}: ${otherwise}`);
      return value || otherwise;
    },
  );
  return parse(text, { merge: true }) as ComposeFile;
}
