import type { ExampleFile } from '../build/readSources.ts';
import { codeBlock, escapeHtml } from './html.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

/** The programming languages in the order of their tabs, by the names of their folders. */
const languageNames: Record<string, string> = {
  php: 'PHP',
  python: 'Python',
  node: 'Node',
  go: 'Go',
  java: 'Java',
};

/**
 * Shows the programs of one kind (`openplug`, `client` or `receiver`), one tab for each programming language. The tabs are
 * radio buttons, so that they work without a script.
 */
export function exampleTabs({ sources, language }: PartContext, kind: string): string {
  const files = Object.keys(languageNames).flatMap((folder) => {
    const file = sources.examples.find((one) => one.language === folder && isOfKind(one, kind));
    return file ? [file] : [];
  });
  if (files.length === 0) return '';
  const group = `tabs-${kind}`;
  const tabs = files.map(
    ({ language: folder }, at) =>
      `<input type="radio" name="${group}" id="${group}-${folder}" value="${folder}"${at === 0 ? ' checked' : ''}>` +
      `<label for="${group}-${folder}">${languageNames[folder]}</label>`,
  );
  const panels = files.map(
    ({ language: folder, path, text }) =>
      `<div><p class="path">docs/examples/${escapeHtml(`${folder}/${path}`)}</p>${codeBlock(text)}</div>`,
  );
  const legend = `<legend class="unseen">${wordsOf[language].code.languages}</legend>`;
  return `<fieldset class="tabs">${legend}${tabs.join('')}<div class="panels">${panels.join('')}</div></fieldset>`;
}

/** Recognizes `client.php`, `Client.java` and `client/main.go`. */
function isOfKind({ path }: ExampleFile, kind: string): boolean {
  return path.toLowerCase().split(/[/.]/)[0] === kind;
}
