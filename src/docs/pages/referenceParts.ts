import { openApiDocument } from '../openapi/openApiDocument.ts';
import { describeSchema, type DocumentedSchema } from './describeSchema.ts';
import { escapeHtml, jsonBlock, table } from './html.ts';
import { pathOfPage } from './pageNames.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Response>;
}

interface Parameter {
  name: string;
  required: boolean;
  description: string;
  schema: DocumentedSchema;
}

interface Response {
  description: string;
  content?: Record<string, { schema: DocumentedSchema; example?: unknown; examples?: Record<string, unknown> }>;
}

interface Body {
  content: Record<string, { schema: DocumentedSchema; example: unknown }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: { paymentSucceeded: { post: Operation } };
  components: { schemas: Record<string, DocumentedSchema> };
}

/** The records that the text shows field by field. */
const records = ['User', 'Order', 'Error', 'SandboxUser', 'FetchedCallback', 'ReportedAttempt'];

/** Shows the endpoints, the callback and their records, all from the OpenAPI document. */
export function referenceParts(context: PartContext): string {
  const { version, language } = context;
  const words = wordsOf[language].reference;
  const document = openApiDocument(version, language) as unknown as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => endpoint(context, `${method.toUpperCase()} ${path}`, one)),
  );
  const { post } = document.webhooks.paymentSucceeded;
  const shown = records.map(
    (name) => `<h3 id="${name}">${name}</h3>${fieldTable(context, document.components.schemas[name]!)}`,
  );
  return [
    ...operations,
    notification(context, post),
    `<section><h2 id="records">${words.records}</h2>${shown.join('')}</section>`,
  ].join('\n');
}

function endpoint(context: PartContext, title: string, operation: Operation): string {
  const { language, markdown } = context;
  const words = wordsOf[language].reference;
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const shown = parameters ? parameterTable(context, parameters) : body && fieldTable(context, body.schema);
  const good = responses['200']?.content?.['application/json'];
  return `<section class="operation"><h2 id="${operationId}"><code>${title}</code></h2>
<p class="lead">${escapeHtml(summary)}</p>${markdown.render(description)}
<h3>${words.parameters}</h3>${shown ?? ''}
${body ? jsonBlock(body.example) : ''}
<h3>${words.answer}</h3>${good ? jsonBlock(good.example) : ''}
<h3>${words.refusals}</h3>${refusalTable(context, responses)}
</section>`;
}

function notification(
  context: PartContext,
  { operationId, description, parameters = [], requestBody }: Operation,
): string {
  const { language, markdown } = context;
  const words = wordsOf[language].reference;
  return `<section class="operation"><h2 id="${operationId}">${words.notification}</h2>${markdown.render(description)}
<h3>${words.headers}</h3>${parameterTable(context, parameters)}
<h3>${words.body}</h3>${jsonBlock(requestBody?.content['application/json']?.example)}
</section>`;
}

function parameterTable({ language, markdown }: PartContext, parameters: readonly Parameter[]): string {
  const words = wordsOf[language].reference;
  const rows = parameters.map(({ name, required, description, schema }) => [
    `<code>${name}</code><br><small>${required ? words.required : words.optional}</small>`,
    describeSchema(schema, words),
    markdown.inline(description),
  ]);
  return table([words.parameter, words.form, words.meaning], rows);
}

function fieldTable({ language, markdown }: PartContext, { properties = {}, required = [] }: DocumentedSchema): string {
  const words = wordsOf[language].reference;
  const rows = Object.entries(properties).map(([name, schema]) => [
    `<code>${name}</code><br><small>${required.includes(name) ? words.required : words.optional}</small>`,
    describeSchema(schema, words),
    markdown.inline(schema.description ?? ''),
  ]);
  return table([words.field, words.form, words.meaning], rows);
}

function refusalTable({ language, markdown }: PartContext, responses: Record<string, Response>): string {
  const words = wordsOf[language].reference;
  const rows = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description, content }]) => {
      const codes = Object.keys(content?.['application/json']?.examples ?? {});
      const links = codes.map((code) => `<a href="${pathOfPage('errors', language)}#${code}"><code>${code}</code></a>`);
      return [status, markdown.inline(description), links.join(' ')];
    });
  return table([words.status, words.meaning, words.errors], rows);
}
