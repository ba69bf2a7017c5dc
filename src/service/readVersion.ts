import { readFile } from 'node:fs/promises';
import { packageFiles } from '../packageFiles.ts';

/** That of package.json. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFiles.manifest, 'utf8')) as { version: string };
  return version;
}
