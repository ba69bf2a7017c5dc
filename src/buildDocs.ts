import { buildDocs } from './docs/build/buildDocs.ts';
import { packageFiles, readVersion } from './packageFiles.ts';

/** Builds the developers' pages; `npm run build` runs this when anything that they are made of has changed. */
await buildDocs({ ...packageFiles, version: await readVersion() });
