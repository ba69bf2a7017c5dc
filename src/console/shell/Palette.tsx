import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from 'urql';
import type { Role } from '../generated/operations.ts';
import { AfterPause } from '../parts/AfterPause.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { findOrders } from './findOrders.ts';
import { pagesOf } from './pages.ts';
import { pastedPath } from './pastedPath.ts';
import { useFoundPlugins } from './useFoundPlugins.ts';

/**
 * Goes to a page, also one whose address was pasted, to a plugin, or to the orders that a text finds, from the keyboard. A number of
 * one order leads to that order.
 */
export function Palette({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [isFinding, setIsFinding] = useState(false);
  // The text whose orders are awaited. It is none any more when the reader types on, or closes the palette.
  const awaited = useRef('');
  useEffect(() => () => void (awaited.current = ''), []);
  const wanted = text.trim();
  const plugins = useFoundPlugins(wanted);

  const go = (path: string) => {
    awaited.current = '';
    onClose();
    void navigate(path);
  };
  const find = async () => {
    awaited.current = wanted;
    setIsFinding(true);
    const path = await findOrders(client, wanted);
    if (awaited.current === wanted) go(path);
  };
  const pasted = pastedPath(wanted, location.origin);
  const targets = [
    ...(pasted === null ? [] : [{ id: 'pasted', name: t('palette.open', { path: pasted }), choose: () => go(pasted) }]),
    ...pagesOf(role)
      .map(({ path, name }) => ({ id: path, name: t(`pages.${name}`), choose: () => go(path) }))
      .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase())),
    ...(wanted && pasted === null
      ? [{ id: 'find', name: t('palette.find', { text: wanted }), choose: () => void find() }]
      : []),
    // They come later than the others, and take the place of none.
    ...plugins.map(({ id, name, sandbox }) => ({
      id,
      name: t(sandbox ? 'palette.sandboxPlugin' : 'palette.plugin', { name, id }),
      choose: () => go(`/plugins/${id}`),
    })),
  ];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || targets.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + targets.length) % targets.length);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    targets[chosen]?.choose();
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
            awaited.current = '';
            setIsFinding(false);
          }}
        />
        <ul id="palette-targets" role="listbox" aria-label={t('palette.title')} className="targets">
          {targets.map(({ id, name, choose }, at) => (
            // The keys are those of the field: the focus stays there.
            <li key={id} id={`palette-target-${at}`} role="option" aria-selected={at === chosen} onClick={choose}>
              {name}
            </li>
          ))}
        </ul>
        <p role="status" className="note">
          {isFinding && <AfterPause>{t('searching')}</AfterPause>}
        </p>
      </form>
    </Dialog>
  );
}
