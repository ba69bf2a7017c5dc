import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { TextField } from '../parts/TextField.tsx';
import { formText } from '../parts/formText.ts';
import { changeSearch } from './orderSearch.ts';
import { isSameSearch, withView } from './savedViews.ts';
import { useSavedViews } from './useSavedViews.ts';

const longestName = 40;

/** The filters that the reader has given a name, and a button that gives one to the present filter. */
export function SavedViews() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [views, keep] = useSavedViews();
  const [isNaming, setIsNaming] = useState(false);
  const [typed, setTyped] = useState('');
  const isTaken = views.some((view) => view.name === typed.trim());
  const save = useRef<HTMLButtonElement>(null);
  const present = changeSearch(search, {}).toString();
  const isSaved = views.some((view) => isSameSearch(view.search, present));

  const startNaming = () => {
    if (present === '' || isSaved) return;
    setTyped('');
    setIsNaming(true);
  };
  const name = async (form: HTMLFormElement) => {
    keep(withView(views, { name: formText(form, 'name'), search: present }));
    setIsNaming(false);
  };
  const remove = (removed: string) => {
    keep(views.filter((view) => view.name !== removed));
    // The button that had the focus is gone.
    save.current?.focus();
  };

  return (
    <div className="views">
      {views.length > 0 && (
        <ul aria-label={t('orders.views')}>
          {views.map((view) => (
            <li key={view.name}>
              <Link
                to={`/orders${view.search && `?${view.search}`}`}
                aria-current={isSameSearch(view.search, present) ? 'page' : undefined}
              >
                {view.name}
              </Link>
              <button
                type="button"
                className="quiet"
                aria-label={t('orders.deleteView', { name: view.name })}
                onClick={() => remove(view.name)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* It stays where it is, so that the focus has a place to go back to. */}
      <button
        ref={save}
        type="button"
        className="quiet"
        aria-disabled={present === '' || isSaved}
        onClick={startNaming}
      >
        {t('orders.saveView')}
      </button>
      {isNaming && (
        <Dialog title={t('orders.saveView')} onClose={() => setIsNaming(false)}>
          <DialogForm
            action={t('orders.saveView')}
            submit={name}
            isBusy={false}
            error={undefined}
            onClose={() => setIsNaming(false)}
          >
            <TextField
              label={t('orders.viewName')}
              name="name"
              required
              maxLength={longestName}
              pattern=".*\S.*"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <p className="note">{t('orders.viewNote')}</p>
            <p role="status">{isTaken && t('orders.replacesView')}</p>
          </DialogForm>
        </Dialog>
      )}
    </div>
  );
}
