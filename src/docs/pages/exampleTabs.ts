import type { ExampleFile } from '../build/readSources.ts';
import { codeBlock, escapeHtml } from './html.ts';
import type { PartContext } from './partContext.ts';
import { wordsOf } from './wordsOf.ts';

/** The programming languages in the order of their tabs, by the names of their folders. readSources.ts has their file endings. */
const languageNames: Record<string, string> = {
  php: 'PHP',
  python: 'Python',
  node: 'Node',
  go: 'Go',
  java: 'Java',
};

/**
 * Shows the programs of one kind (`openplug`, `client`, `receiver` or `rehearse`), one tab for each programming language that
 * has one. The tabs are radio buttons, so that they work without a script.
 */
export function exampleTabs({ sources, language }: PartContext, kind: string): string {
  const folders = Object.keys(languageNames)
    .map((name) => ({
      name,
      files: sources.examples.filter((one) => one.language === name && isOfKind(one, kind)),
    }))
    .filter(({ files }) => files.length > 0);
  if (folders.length === 0) return '';
  const group = `tabs-${kind}`;
  const tabs = folders.map(
    ({ name }, at) =>
      `<input type="radio" name="${group}" id="${group}-${name}" value="${name}"${at === 0 ? ' checked' : ''}>` +
      `<label for="${group}-${name}">${languageNames[name]}</label>`,
  );
  const panels = folders.map(({ name, files }) => {
    const shown = files.map(
      ({ path, text }) => `<p class="path">docs/examples/${escapeHtml(`${name}/${path}`)}</p>${codeBlock(text)}`,
    );
    return `<div>${shown.join('')}</div>`;
  });
  const legend = `<legend class="unseen">${wordsOf[language].code.languages}</legend>`;
  return `<fieldset class="tabs">${legend}${tabs.join('')}<div class="panels">${panels.join('')}</div></fieldset>`;
}

const kinds = ['client', 'receiver', 'rehearse'];

/** Recognizes `client.php` and `Client.java`. What is of no other kind is for all, and belongs to `openplug`. */
function isOfKind({ path }: ExampleFile, kind: string): boolean {
  const name = path.toLowerCase().split('.')[0]!;
  return (kinds.includes(name) ? name : 'openplug') === kind;
}
