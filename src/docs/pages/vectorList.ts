import { codeBlock, escapeHtml, table } from './html.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

/** A fixed case of signing, from docs/test-vectors.json. */
export interface RequestVector {
  case: string;
  secret: string;
  parameters: Record<string, string>;
  canonicalString: string;
  sign: string;
}

/** Shows the fixed cases of signed requests: parameters, canonical string and signature. */
export function vectorList({ sources, language }: PartContext): string {
  const { vectors: words } = wordsOf[language];
  return requestVectors(sources.testVectors)
    .map(({ case: name, secret, parameters, canonicalString, sign }) => {
      const rows = Object.entries(parameters).map(([parameter, value]) => [code(parameter), code(value)]);
      const title = language === 'en' ? capitalized(name) : (words.cases[name] ?? name);
      return `<details class="vector"><summary>${escapeHtml(title)}</summary>
<p>${words.secret} ${code(secret)}</p>
${table([words.parameter, words.value], rows)}
<p>${words.canonical}</p>${codeBlock(canonicalString)}
<p>${words.signature}</p>${codeBlock(sign)}
</details>`;
    })
    .join('\n');
}

export function requestVectors(testVectors: string): RequestVector[] {
  return (JSON.parse(testVectors) as { requests: RequestVector[] }).requests;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
