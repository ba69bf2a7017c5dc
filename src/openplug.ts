#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { painter } from './developerTool/painter.ts';
import { runTool } from './developerTool/runTool.ts';
import { readVersion } from './packageFiles.ts';

/** `npx openplug`: the tool of developers who integrate. It opens no database and reads no setting of the service. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
// A reader such as `head` may have enough before everything is written.
process.stdout.on('error', () => process.exit());

process.exitCode = await runTool(process.argv.slice(2), {
  secretVariable: process.env['OPENPLUG_SECRET'],
  now: () => new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readFile: (path) => readFile(path, 'utf8'),
  readStandardInput: () => text(process.stdin),
  isInputTerminal: process.stdin.isTTY,
  paint: painter(process.stdout.isTTY, process.env),
  readVersion,
  stopping: stopping.signal,
});
