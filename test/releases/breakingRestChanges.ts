import { schemaDifferences, type Difference, type Resolve, type Schema } from './schemaDifferences.ts';

/** An OpenAPI document, as far as it is compared. */
export interface OpenApi {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, unknown>>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}
interface Body {
  content?: Record<string, { schema?: Schema }>;
}

/**
 * Returns the changes of the REST API and the callbacks that break programs of developers: a request that was right may
 * be refused, or an answer or a callback may have something that they do not know.
 */
export function breakingRestChanges(before: OpenApi, after: OpenApi): string[] {
  const compare = comparison(before, after);
  return [
    ...compare(before.paths, after.paths, { sent: 'requests', received: 'answers' }),
    // The service sends a callback, and the developer answers it.
    ...compare(before.webhooks, after.webhooks, { sent: 'answers', received: 'requests' }),
  ];
}

type Side = 'requests' | 'answers';
type Operations = OpenApi['paths'];

function comparison(before: OpenApi, after: OpenApi) {
  const [resolveBefore, resolveAfter] = [resolverOf(before), resolverOf(after)];

  function schemas(old: Schema = {}, latest: Schema = {}, at: string, side: Side): string[] {
    const found = schemaDifferences([old, resolveBefore], [latest, resolveAfter], at);
    return found.filter(({ breaks }: Difference) => breaks === side || breaks === 'both').map(({ text }) => `${text}.`);
  }

  function bodies(old: Body | undefined, latest: Body | undefined, at: string, side: Side): string[] {
    return Object.entries(old?.content ?? {}).flatMap(([mediaType, { schema }]) => {
      const now = latest?.content?.[mediaType];
      const where = `${at} (${mediaType})`;
      return now ? schemas(schema, now.schema, where, side) : [`${where} was removed.`];
    });
  }

  function parameters(old: Operation, latest: Operation, at: string, side: Side): string[] {
    const asSchema = ({ parameters: all = [] }: Operation): Schema => ({
      required: all.filter(({ required }) => required).map((parameter) => parameter.name),
      properties: Object.fromEntries(all.map(({ name, schema = {} }) => [name, schema])),
    });
    return schemas(asSchema(old), asSchema(latest), at, side);
  }

  return (old: Operations = {}, latest: Operations = {}, { sent, received }: Record<'sent' | 'received', Side>) =>
    Object.entries(old).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const at = `${method.toUpperCase()} ${path}`;
        const now = latest[path]?.[method];
        if (!now) return [`${at} was removed.`];
        return [
          ...parameters(operation, now, at, sent),
          ...bodies(operation.requestBody, now.requestBody, `${at} body`, sent),
          ...Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
            bodies(response, now.responses?.[status], `${at} ${status}`, received),
          ),
        ];
      }),
    );
}

function resolverOf(document: OpenApi): Resolve {
  return (schema) => {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const [, section, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? [];
    const found = document.components?.[section ?? '']?.[name ?? ''];
    if (found === undefined) throw new Error(`The document has no ${reference}.`);
    return found as Schema;
  };
}
