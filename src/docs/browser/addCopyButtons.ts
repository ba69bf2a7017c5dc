const words = {
  en: { copy: 'Copy', copied: 'Copied', selected: 'Selected' },
  zh: { copy: '复制', copied: '已复制', selected: '已选中' },
};
const shownMs = 1500;

/** Gives each block of code a button that copies it. */
export function addCopyButtons(page: Document): void {
  const { copy, copied, selected } = words[page.documentElement.lang.startsWith('zh') ? 'zh' : 'en'];
  for (const block of page.querySelectorAll('pre')) {
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = copy;
    const copyBlock = async () => {
      button.textContent = (await copyText(block)) ? copied : selected;
      setTimeout(() => (button.textContent = copy), shownMs);
    };
    button.addEventListener('click', () => void copyBlock());
    const frame = page.createElement('div');
    frame.className = block.textContent.trimEnd().includes('\n') ? 'code' : 'code line';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/**
 * Copies the text. If that fails, the text is selected, ready for Ctrl-C, and the result is false. It fails over plain http,
 * where a browser has no clipboard, or when the reader does not allow it.
 */
async function copyText(block: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}
