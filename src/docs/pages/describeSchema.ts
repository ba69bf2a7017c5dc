import { escapeHtml } from './html.ts';
import type { Words } from './words.ts';

/** The part of JSON Schema that the OpenAPI document uses for single values. */
export interface DocumentedSchema {
  type?: string | string[];
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  enum?: unknown[];
  anyOf?: { minLength?: number }[];
  default?: unknown;
  required?: string[];
  properties?: Record<string, DocumentedSchema>;
}

/** Says in words which values a schema allows. The pattern of any line of text is left out: its length says enough. */
export function describeSchema(schema: DocumentedSchema, words: Words['reference']): string {
  const { minLength, maxLength, minimum, maximum, pattern, enum: values, default: given } = schema;
  const types = [schema.type ?? []].flat();
  const isNumber = types.includes('integer');
  const facts = [isNumber ? words.wholeNumber : types.includes('object') ? words.object : words.text];
  if (values) facts.push(`${words.oneOf} ${listOf(values)}`);
  else if (isNumber && minimum !== undefined) facts.push(words.range(minimum, maximum));
  else if (maxLength !== undefined) facts.push(words.characters(minLength ?? leastOf(schema), maxLength));
  else if (pattern !== undefined) facts.push(`<code class="pattern">${escapeHtml(pattern)}</code>`);
  if (given !== undefined && given !== '') facts.push(words.byDefault(given));
  return facts.join('<br>');
}

/** Returns the least length of a text that may also be empty, which is the same as left out. */
function leastOf({ anyOf = [] }: DocumentedSchema): number {
  return anyOf.find(({ minLength }) => minLength !== undefined)?.minLength ?? 0;
}

/** Lists values. An empty text is none: it is the same as a parameter that is left out. */
function listOf(values: readonly unknown[]): string {
  const texts = values.map(String).filter((text) => text !== '');
  return texts.map((text) => `<code>${escapeHtml(text)}</code>`).join(', ');
}
