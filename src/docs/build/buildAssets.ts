import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

/** The script and the style sheet of the pages, under names that change with their content. */
export interface Assets {
  script: string;
  style: string;
  files: { name: string; content: string }[];
}

/** Bundles what a browser loads, from the folder with its sources. */
export async function buildAssets(folder: string): Promise<Assets> {
  const [script, style] = await Promise.all([bundleScript(folder), minifyStyle(folder)]);
  const files = [
    { name: hashedName(script, 'js'), content: script },
    { name: hashedName(style, 'css'), content: style },
  ];
  return { script: files[0]!.name, style: files[1]!.name, files };
}

async function bundleScript(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.ts')],
    // The rules of signing use Node's Buffer.
    inject: [join(folder, 'buffer.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}

async function minifyStyle(folder: string): Promise<string> {
  const names = ['base.css', 'layout.css', 'parts.css'];
  const texts = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  return (await transform(texts.join('\n'), { loader: 'css', minify: true })).code;
}

function hashedName(content: string, ending: string): string {
  return `docs-${createHash('sha256').update(content).digest('base64url').slice(0, 10)}.${ending}`;
}
