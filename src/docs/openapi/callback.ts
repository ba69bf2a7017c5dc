import { callbackHeaders } from '../../rules/callbacks/callbackHeaders.ts';
import { exampleCallback } from '../exampleCall.ts';
import { reference } from './schemas.ts';
import type { CallbackHeader, DocumentTexts } from './texts/documentTexts.ts';

/** The headers that are for the developer's code to read. */
const readHeaders: Record<CallbackHeader, object> = {
  'openplug-delivery': { schema: { type: 'string' }, example: 'Od0123456789ABCDEFGHIJKLMNOPQRST' },
  'openplug-attempt': { schema: { type: 'integer', minimum: 0 }, example: 1 },
  'openplug-previous-sign': { schema: { type: 'string', pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})*$' } },
};

/** Describes the notification that the service posts to the developer's callback URL, and how its answer is judged. */
export function callback({ callback: texts }: DocumentTexts): object {
  const { 'content-type': mediaType = '' } = callbackHeaders('', 1, []);
  return {
    operationId: 'paymentSucceeded',
    summary: texts.summary,
    description: texts.description,
    security: [],
    parameters: Object.entries(readHeaders).map(([name, header]) => ({
      name: titleCase(name),
      in: 'header',
      required: name in callbackHeaders('', 1, []),
      description: texts.headers[name as CallbackHeader],
      ...header,
    })),
    requestBody: {
      required: true,
      content: { [mediaType]: { schema: reference('SignedOrder'), example: exampleCallback() } },
    },
    responses: {
      '2XX': { description: texts.success, content: { 'text/plain': { schema: { const: 'SUCCESS' } } } },
      '3XX': { description: texts.redirect },
      '4XX': { description: texts.failure },
      '5XX': { description: texts.failure },
    },
  };
}

function titleCase(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
