/** Escapes a text for the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns a block of code that can be scrolled by keyboard. */
export function codeBlock(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text.replace(/\n$/, ''))}</code></pre>`;
}

export function jsonBlock(value: unknown): string {
  return codeBlock(JSON.stringify(value, null, 2));
}

/** Returns a table that is scrolled by itself on a narrow screen. The cells are HTML. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
