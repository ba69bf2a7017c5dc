import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { breakingRestChanges, type OpenApi } from './breakingRestChanges.ts';

const root = new URL('../../', import.meta.url);

export interface Interfaces {
  schema: string;
  openApi: OpenApi;
}

/** The public interfaces as the working copy has them. */
export const current: Interfaces = {
  schema: read('schema.graphql'),
  openApi: JSON.parse(read('docs/openapi.json')) as OpenApi,
};

export const changelog = read('CHANGELOG.md');

/** Versions that have a copy of their interfaces, the newest first. */
export const copiedReleases = readdirSync(new URL('docs/releases', root)).toSorted((a, b) =>
  b.localeCompare(a, 'en', { numeric: true }),
);

export function interfacesOf(release: string): Interfaces {
  return {
    schema: read(`docs/releases/${release}/schema.graphql`),
    openApi: JSON.parse(read(`docs/releases/${release}/openapi.json`)) as OpenApi,
  };
}

/** Returns a sentence for each change that breaks programs which were written for the interfaces before. */
export function breakingChanges(before: Interfaces, after: Interfaces): string[] {
  const inGraphql = findBreakingChanges(buildSchema(before.schema), buildSchema(after.schema));
  return [
    ...inGraphql.map(({ description }) => description),
    ...new Set(breakingRestChanges(before.openApi, after.openApi)),
  ];
}

/** Returns the changes that "Breaking changes" of the unreleased version does not name, as lines to add there. */
export function missingNotes(changes: string[], log: string): string[] {
  const [, unreleased = ''] = /^## Unreleased$(.*?)(?=^## |(?![^]))/ms.exec(log) ?? [];
  const [, section = ''] = /^### Breaking changes$(.*?)(?=^### |(?![^]))/ms.exec(unreleased) ?? [];
  const notes = section.replaceAll(/\s+/g, ' ');
  return changes.filter((change) => !notes.includes(change)).map((change) => `- ${change}`);
}

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
