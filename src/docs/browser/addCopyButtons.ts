const words = { en: { copy: 'Copy', copied: 'Copied' }, zh: { copy: '复制', copied: '已复制' } };
const shownMs = 1500;

/** Gives each block of code a button that copies it. */
export function addCopyButtons(page: Document): void {
  const { copy, copied } = words[page.documentElement.lang.startsWith('zh') ? 'zh' : 'en'];
  for (const block of page.querySelectorAll('pre')) {
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = copy;
    const tell = () => {
      button.textContent = copied;
      setTimeout(() => (button.textContent = copy), shownMs);
    };
    button.addEventListener('click', () => void copyText(block).then(tell));
    const frame = page.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/** Copies the text. Over plain http a browser has no clipboard: then the text is selected, ready for Ctrl-C. */
async function copyText(block: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
  } catch {
    getSelection()?.selectAllChildren(block);
  }
}
