import { useTranslation } from 'react-i18next';
import { ForeignText } from '../parts/ForeignText.tsx';
import type { Preview } from './bulk.ts';
import './bulk.css';

/** Shows of how many orders each plugin is notified again, and which orders are left out. */
export function PreviewCounts({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const { plugins, alreadyAsked, withoutCallbackUrl } = preview;
  const names = plugins.map(({ plugin }) => plugin.name);
  const isNameOfSeveral = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <>
      {plugins.length > 0 && (
        <div className="plugin-counts" role="group" aria-label={t('pages.plugins')} tabIndex={0}>
          <ul>
            {plugins.map(({ plugin, orders }) => (
              <li key={plugin.id}>
                <span>
                  <ForeignText text={plugin.name} />
                  {isNameOfSeveral(plugin.name) && <span className="note fixed beside">{plugin.id}</span>}
                </span>
                <span>{orders.toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {alreadyAsked > 0 && <p className="note">{t('bulk.alreadyAsked', { count: alreadyAsked })}</p>}
      {withoutCallbackUrl > 0 && <p className="note">{t('bulk.withoutUrl', { count: withoutCallbackUrl })}</p>}
    </>
  );
}
