import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildAdminSchema } from './buildAdminSchema.ts';

/** Writes the schema to the file named on the command line; `npm run generate` keeps schema.graphql true with it. */
const path = process.argv[2];
if (!path) throw new Error('Expected the path of the file to write.');
await writeFile(path, `${printSchema(lexicographicSortSchema(await buildAdminSchema()))}\n`);
