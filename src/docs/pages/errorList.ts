import { documentedCodes, documentedError } from '../errors/documentedErrors.ts';
import { explanations } from '../errors/explanations.ts';
import { parameterSentences } from '../errors/parameterSentences.ts';
import type { Language } from '../../rules/failures/valueProblems.ts';
import { escapeHtml, jsonBlock, table } from './html.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

/** Lists every error by its status, with its cause and what to do. The anchor of an error is its code. */
export function errorList({ language, markdown }: PartContext): string {
  const words = wordsOf[language].errors;
  const errors = documentedCodes.map((code) => documentedError(code, language)).toSorted((a, b) => a.status - b.status);
  const index = [...new Set(errors.map(({ status }) => status))].map((status) => {
    const codes = errors
      .filter((error) => error.status === status)
      .map(({ code }) => `<a href="#${code}"><code>${code}</code></a>`);
    return [`<span class="status">${status}</span>`, codes.join(' ')];
  });
  const entries = errors.map(({ code, status, body, hasRetryAfter }) => {
    const { cause, fix } = explanations[language][code];
    return `<section class="error" id="${code}">
<h2><span class="status">${status}</span> <code>${code}</code></h2>
<dl>
<dt>${words.message}</dt><dd>${markdown.inline(body.message)}${hasRetryAfter ? ` ${words.retry}` : ''}</dd>
<dt>${words.cause}</dt><dd>${markdown.inline(cause)}</dd>
<dt>${words.fix}</dt><dd>${markdown.inline(fix)}</dd>
</dl>
${code === 'INVALID_PARAMETERS' ? sentences(language) : ''}${body.errors ? `<details><summary>${words.answer}</summary>${jsonBlock(body)}</details>` : ''}
</section>`;
  });
  return [table([words.status, words.errors], index), ...entries].join('\n');
}

/** Lists what `errors` can say about each parameter. */
function sentences(language: Language): string {
  const rows = [...parameterSentences(language)].map(([name, all]) => [
    `<code>${name}</code>`,
    all.map(escapeHtml).join('<br>'),
  ]);
  const { parameter, sentence } = wordsOf[language].errors;
  return table([parameter, sentence], rows);
}
