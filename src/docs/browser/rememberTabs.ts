const key = 'openplug_code';

/** Shows all programs in the language that the reader chose last, on this page and on the others. */
export function rememberTabs(page: Document): void {
  const buttons = [...page.querySelectorAll<HTMLInputElement>('.tabs > input')];
  const choose = (language: string) => {
    for (const button of buttons) if (button.value === language) button.checked = true;
  };
  for (const button of buttons) {
    button.addEventListener('change', () => {
      choose(button.value);
      localStorage.setItem(key, button.value);
    });
  }
  choose(localStorage.getItem(key) ?? '');
}
