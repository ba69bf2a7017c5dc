import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Palette } from './Palette.tsx';

const shortcuts = [
  { keys: 'Ctrl K', name: 'palette' },
  { keys: '/', name: 'search' },
  { keys: '?', name: 'list' },
  { keys: 'Esc', name: 'close' },
] as const;

/** Listens for the shortcuts of every page, and lists them. */
export function Shortcuts({ role }: { role: Role }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen('palette');
      } else if (!isTyping(event) && event.key === '?') {
        setOpen('list');
      } else if (!isTyping(event) && event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const close = () => setOpen(null);
  if (open === 'palette') return <Palette role={role} onClose={close} />;
  if (open === null) return null;
  return (
    <Dialog title={t('shortcuts.title')} onClose={close}>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, name }) => (
          <div key={name}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(`shortcuts.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
