import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';

/** Says that the address has a broken place in a list, and leads to the beginning of the list. */
export function UnknownPlace() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const beginning = new URLSearchParams(search);
  beginning.delete('after');
  beginning.delete('before');
  return (
    <div className="empty">
      <p role="alert">{t('unknownPlace.what')}</p>
      <Link className="button" to={{ search: beginning.toString() }}>
        {t('unknownPlace.first')}
      </Link>
    </div>
  );
}
