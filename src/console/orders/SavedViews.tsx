import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ForeignText } from '../parts/ForeignText.tsx';
import { changeSearch } from './orderSearch.ts';
import { isSameSearch, type SavedView } from './savedViews.ts';

interface SavedViewsParts {
  views: readonly SavedView[];
  remove(name: string): void;
}

/** The filters that the reader has given a name. SaveView.tsx adds to them. */
export function SavedViews({ views, remove }: SavedViewsParts) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const present = changeSearch(search, {}).toString();
  if (views.length === 0) return null;
  return (
    <ul className="views" aria-label={t('orders.views')}>
      {views.map((view) => (
        <li key={view.name}>
          <Link
            to={`/orders${view.search && `?${view.search}`}`}
            aria-current={isSameSearch(view.search, present) ? 'page' : undefined}
          >
            <ForeignText text={view.name} />
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
  );
}
