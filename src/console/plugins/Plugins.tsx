import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../app/SessionGate.tsx';
import { useLive } from '../app/useLive.ts';
import { PluginsDocument } from '../generated/operations.ts';
import { KindChoice } from '../parts/KindChoice.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { CreatePluginDialog } from './CreatePluginDialog.tsx';
import { formText } from '../parts/formText.ts';

const refreshEveryMs = 15_000;

/** Live plugins, or those for rehearsals, with how many notifications wait for each, and how many were given up. */
export function Plugins() {
  const { t } = useTranslation();
  const { me } = useSession();
  const [search, setSearch] = useSearchParams();
  const { page, goOn } = useLongList();
  const [isCreating, setIsCreating] = useState(false);
  const text = search.get('q') ?? '';
  const sandbox = search.has('sandbox');
  const { data, error } = useLive(PluginsDocument, () => ({ ...page, search: text || null, sandbox }), refreshEveryMs);
  const plugins = data?.plugins.edges.map(({ node }) => node);

  return (
    <>
      <PageTitle
        title={t('pages.plugins')}
        beside={
          me.role === 'ADMIN' && (
            <button type="button" className="primary" onClick={() => setIsCreating(true)}>
              {t('plugins.create')}
            </button>
          )
        }
      />
      <form
        role="search"
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const q = formText(event.currentTarget, 'q');
          setSearch(searchOf(q, sandbox));
        }}
      >
        <label className="search-box">
          <span className="unseen">{t('plugins.search')}</span>
          <input type="search" name="q" key={text} defaultValue={text} placeholder={t('plugins.searchHint')} />
        </label>
        <KindChoice
          kind={sandbox ? 'sandbox' : 'live'}
          onChange={(kind) => setSearch(searchOf(text, kind === 'sandbox'))}
        />
      </form>
      <ReadState isRead={!!data} error={error} />
      {plugins?.length === 0 && <p className="empty">{t('plugins.none')}</p>}
      {plugins && plugins.length > 0 && (
        <div className="scroll" role="region" aria-label={t('plugins.table')} tabIndex={0}>
          <table aria-label={t('plugins.table')}>
            <thead>
              <tr>
                <th scope="col">{t('plugins.name')}</th>
                <th scope="col">plugin_id</th>
                <th scope="col" className="number">
                  {t('plugins.waiting')}
                </th>
                <th scope="col" className="number">
                  {t('plugins.gaveUp')}
                </th>
                <th scope="col">{t('order.callbackUrl')}</th>
              </tr>
            </thead>
            <tbody>
              {plugins.map((plugin) => (
                <tr key={plugin.id}>
                  <th scope="row" className="long">
                    <Link to={`/plugins/${plugin.id}`}>{plugin.name}</Link>
                    {plugin.deliveriesPaused && <span className="state wait beside">{t('notification.PAUSED')}</span>}
                  </th>
                  <td className="fixed">{plugin.id}</td>
                  <td className="number">{plugin.waiting.totalCount.toLocaleString()}</td>
                  <td className={plugin.gaveUp.totalCount > 0 ? 'number alarming' : 'number'}>
                    {plugin.gaveUp.totalCount.toLocaleString()}
                  </td>
                  <td className="long fixed" title={plugin.callbackUrl ?? ''}>
                    {plugin.callbackUrl ?? t('order.noUrl')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && <OlderButton info={data.plugins.pageInfo} goOn={goOn} />}
      {isCreating && <CreatePluginDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function searchOf(q: string, sandbox: boolean): Record<string, string> {
  return { ...(q && { q }), ...(sandbox && { sandbox: '1' }) };
}
