import { readFile } from 'node:fs/promises';

/** That of package.json, which is at the same place seen from src/ and from dist/. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
