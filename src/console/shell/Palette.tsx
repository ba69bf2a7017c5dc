import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Role } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { pagesOf } from './pages.ts';

/** Goes to a page, or finds an order by any number, from the keyboard. */
export function Palette({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = text.trim();
  const targets = [
    ...pagesOf(role)
      .map(({ path, name }) => ({ path, name: t(`pages.${name}`) }))
      .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase())),
    ...(wanted ? [{ path: `/orders?q=${encodeURIComponent(wanted)}`, name: t('palette.find', { text: wanted }) }] : []),
  ];

  const go = (path: string | undefined) => {
    onClose();
    if (path !== undefined) void navigate(path);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || targets.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + targets.length) % targets.length);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(targets[chosen]?.path);
  };

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <form onSubmit={submit}>
        <input
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded="true"
          aria-controls="palette-targets"
          aria-activedescendant={`palette-target-${chosen}`}
          placeholder={t('palette.hint')}
          autoComplete="off"
          value={text}
          onKeyDown={move}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
        />
        <ul id="palette-targets" role="listbox" aria-label={t('palette.title')} className="targets">
          {targets.map(({ path, name }, at) => (
            // The keys are those of the field: the focus stays there.
            <li
              key={path}
              id={`palette-target-${at}`}
              role="option"
              aria-selected={at === chosen}
              onClick={() => go(path)}
            >
              {name}
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}
