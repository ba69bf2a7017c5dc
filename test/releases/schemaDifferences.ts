/** A JSON schema, as far as docs/openapi.json uses it. */
export type Schema = Record<string, unknown> & {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

export interface Difference {
  text: string;
  /** `requests`: it allows less, so callers may be refused. `answers`: it allows more, so readers may not understand. */
  breaks: 'requests' | 'answers' | 'both';
}

/** Resolves references within the document that a schema belongs to. */
export type Resolve = (schema: Schema) => Schema;

/** Returns how two schemas differ, for those who send such values and for those who read them. `at` names the value. */
export function schemaDifferences(
  [before, resolveBefore]: [Schema, Resolve],
  [after, resolveAfter]: [Schema, Resolve],
  at: string,
): Difference[] {
  const [old, latest] = [resolveBefore(before), resolveAfter(after)];
  const inner = (a: Schema, b: Schema, name: string) =>
    schemaDifferences([a, resolveBefore], [b, resolveAfter], `${at}.${name}`);
  return [
    ...valueSets(old, latest, at),
    ...bounds(old, latest, at),
    ...uncomparedParts(old, latest, at),
    ...requiredNames(old, latest, at),
    ...properties(old, latest, at, inner),
    ...(old.items && latest.items ? inner(old.items, latest.items, 'items') : []),
  ];
}

/** Types, and values that are listed; a schema without them allows every one. */
function valueSets(old: Schema, latest: Schema, at: string): Difference[] {
  return [typesOf, listedOf].flatMap((read) => {
    const [before, after] = [read(old), read(latest)];
    return [
      ...without(before ?? ['anything'], after).map((value): Difference => ({
        text: `${at} no longer allows ${value}`,
        breaks: 'requests',
      })),
      ...without(after ?? ['anything'], before).map((value): Difference => ({
        text: `${at} allows ${value}`,
        breaks: 'answers',
      })),
    ];
  });
}

function typesOf({ type }: Schema): string[] | undefined {
  const types = typeof type === 'string' ? [type] : type;
  return types?.map((name) => `the type ${name}`);
}

function listedOf(schema: Schema): string[] | undefined {
  const listed = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
  return listed?.map((value) => `the value ${JSON.stringify(value)}`);
}

/** Returns the values that the others do not allow. No others: every value is allowed. */
function without(values: string[], others: string[] | undefined): string[] {
  return others ? values.filter((value) => !others.includes(value)) : [];
}

const loosest: Record<string, number> = {
  minimum: -Infinity,
  minLength: 0,
  minItems: 0,
  maximum: Infinity,
  maxLength: Infinity,
  maxItems: Infinity,
};

function bounds(old: Schema, latest: Schema, at: string): Difference[] {
  return Object.entries(loosest).flatMap(([name, none]): Difference[] => {
    const [before, after] = [old, latest].map((schema) => (schema[name] ?? none) as number) as [number, number];
    if (before === after) return [];
    const isTighter = name.startsWith('min') ? after > before : after < before;
    return [{ text: `${at} has another ${name}`, breaks: isTighter ? 'requests' : 'answers' }];
  });
}

/** What cannot be compared in detail: any change of it may break both sides. */
function uncomparedParts(old: Schema, latest: Schema, at: string): Difference[] {
  const names = ['pattern', 'format', 'oneOf', 'anyOf', 'allOf', 'not'];
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(latest[name]))
    .map((name) => ({ text: `${at} has another ${name}`, breaks: 'both' }));
}

function requiredNames(old: Schema, latest: Schema, at: string): Difference[] {
  const [before, after] = [old.required ?? [], latest.required ?? []];
  return [
    ...without(after, before).map((name): Difference => ({ text: `${at}.${name} is required`, breaks: 'requests' })),
    ...without(before, after).map((name): Difference => ({ text: `${at}.${name} may be missing`, breaks: 'answers' })),
  ];
}

function properties(
  old: Schema,
  latest: Schema,
  at: string,
  inner: (a: Schema, b: Schema, name: string) => Difference[],
): Difference[] {
  const [before, after] = [old.properties ?? {}, latest.properties ?? {}];
  const isClosed = old['additionalProperties'] === false;
  return [
    ...Object.entries(before).flatMap(([name, schema]): Difference[] => {
      const now = after[name];
      return now ? inner(schema, now, name) : [{ text: `${at}.${name} was removed`, breaks: 'both' }];
    }),
    ...without(isClosed ? Object.keys(after) : [], Object.keys(before)).map((name): Difference => ({
      text: `${at}.${name} was added`,
      breaks: 'answers',
    })),
  ];
}
