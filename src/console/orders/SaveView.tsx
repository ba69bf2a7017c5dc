import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { TextField } from '../parts/TextField.tsx';
import { formText } from '../parts/formText.ts';
import { changeSearch } from './orderSearch.ts';
import { isSameSearch, withView, type SavedView } from './savedViews.ts';

const longestName = 40;

interface SaveViewParts {
  button: Ref<HTMLButtonElement>;
  views: readonly SavedView[];
  keep(views: SavedView[]): void;
}

/** Gives the present filter a name. The button stays where it is, so that the focus has a place to go back to. */
export function SaveView({ button, views, keep }: SaveViewParts) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [isNaming, setIsNaming] = useState(false);
  const [typed, setTyped] = useState('');
  const isTaken = views.some((view) => view.name === typed.trim());
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

  return (
    <>
      <button
        ref={button}
        type="button"
        className="quiet save-view"
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
    </>
  );
}
