import { writeFile } from 'node:fs/promises';
import { readVersion } from '../../packageFiles.ts';
import { openApiDocument } from './openApiDocument.ts';

/** Writes the document to the file named on the command line; `npm run generate` keeps docs/openapi.json true with it. */
const path = process.argv[2];
if (!path) throw new Error('Expected the path of the file to write.');
await writeFile(path, `${JSON.stringify(openApiDocument(await readVersion()), null, 2)}\n`);
