import { documentedCodes, documentedError } from '../errors/documentedErrors.ts';
import { explanations } from '../errors/explanations.ts';
import { jsonBlock } from './html.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

/** Lists every error by its status, with its cause and what to do. The anchor of an error is its code. */
export function errorList({ language, markdown }: PartContext): string {
  const words = wordsOf[language].errors;
  const errors = documentedCodes.map((code) => documentedError(code, language)).toSorted((a, b) => a.status - b.status);
  return errors
    .map(({ code, status, body, hasRetryAfter }) => {
      const { cause, fix } = explanations[language][code];
      return `<section class="error" id="${code}">
<h2><span class="status">${status}</span> <code>${code}</code></h2>
<dl>
<dt>${words.message}</dt><dd>${markdown.inline(body.message)}${hasRetryAfter ? ` ${words.retry}` : ''}</dd>
<dt>${words.cause}</dt><dd>${markdown.inline(cause)}</dd>
<dt>${words.fix}</dt><dd>${markdown.inline(fix)}</dd>
</dl>
${body.errors ? `<details><summary>${words.answer}</summary>${jsonBlock(body)}</details>` : ''}
</section>`;
    })
    .join('\n');
}
