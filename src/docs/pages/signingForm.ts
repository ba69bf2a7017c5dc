import { escapeHtml } from './html.ts';
import type { PartContext } from './partContext.ts';
import { capitalized, requestVectors } from './vectorList.ts';
import { wordsOf } from './wordsOf.ts';

/**
 * Shows the form that signs in the browser, with the fixed cases to try. Its script is browser/startSigningForm.ts. No field
 * has a name, so a browser without the script could not send the secret either.
 */
export function signingForm({ sources, language }: PartContext): string {
  const { form: words, vectors } = wordsOf[language];
  const options = requestVectors(sources.testVectors).map(({ case: name, parameters, secret }) => {
    const lines = Object.entries(parameters).map(([parameter, value]) => `${parameter}=${value}`);
    const title = language === 'en' ? capitalized(name) : (vectors.cases[name] ?? name);
    return `<option data-secret="${escapeHtml(secret)}" value="${escapeHtml(lines.join('\n'))}">${escapeHtml(title)}</option>`;
  });
  const messages = Object.entries(words.messages).map(([name, text]) => ` data-${kebab(name)}="${escapeHtml(text)}"`);
  const steps = words.steps.map((step, at) => `<li><p>${step}</p><output id="sign-step-${at + 1}"></output></li>`);
  return `<p class="note" id="sign-needs-script">${words.noScript}</p>
<form id="signing-form" hidden autocomplete="off"${messages.join('')}>
<p><label for="sign-example">${words.example}</label>
<select id="sign-example"><option value="">${words.choose}</option>${options.join('')}</select></p>
<p><label for="sign-parameters">${words.parameters}</label>
<textarea id="sign-parameters" rows="6" spellcheck="false" autocapitalize="off" aria-describedby="sign-parameters-hint"></textarea>
<span class="hint" id="sign-parameters-hint">${words.parametersHint}</span></p>
<p><label for="sign-secret">${words.secret}</label>
<input id="sign-secret" type="password" autocomplete="off" spellcheck="false" aria-describedby="sign-secret-hint">
<span class="hint" id="sign-secret-hint">${words.secretHint}</span></p>
<p id="sign-secret-warning" class="note" role="status" hidden></p>
<p><label for="sign-presented">${words.presented}</label>
<input id="sign-presented" autocomplete="off" spellcheck="false"></p>
<p id="sign-problem" class="note" role="alert" hidden></p>
<ol class="steps" aria-live="polite">${steps.join('')}</ol>
<p id="sign-verdict" class="note" role="status" hidden></p>
</form>`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
