import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/docs/openapi/openApiDocument.ts';

interface Operation {
  responses: Record<string, object>;
}

const document = openApiDocument('0.0.0') as { paths: Record<string, Record<string, Operation>> };
// The document is no schema, but has some; what else is in it is unknown to Ajv.
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema({ ...document, $id: 'openapi' });
const validators = new Map<string, ValidateFunction>();

/** Returns what the OpenAPI document does not say about an answer; nothing if it has no such endpoint. */
export function findUndocumented(method: string, path: string, status: number, body: unknown): string[] {
  const key = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = document.paths[path]?.[key];
  // The service answers 500 only: these are a proxy's own, when a process has ended or none is left.
  if (!operation || [502, 503].includes(status)) return [];
  if (!(status in operation.responses)) return [`${method} ${path} has no status ${status}`];
  const pointer = ['paths', path, key, 'responses', String(status), 'content', 'application/json', 'schema'];
  const validate = validatorOf(pointer.map((name) => name.replaceAll('/', '~1')).join('/'));
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    (error) => `${method} ${path} ${status}: body${error.instancePath} ${error.message}`,
  );
}

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
  validators.set(pointer, known);
  return known;
}
