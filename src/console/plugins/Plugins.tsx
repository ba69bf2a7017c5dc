import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../app/SessionGate.tsx';
import { useLive } from '../app/useLive.ts';
import { PluginsDocument } from '../generated/operations.ts';
import { KindChoice } from '../parts/KindChoice.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Results } from '../parts/Results.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { formText } from '../parts/formText.ts';
import { CreatePluginDialog } from './CreatePluginDialog.tsx';
import { PluginTable } from './PluginTable.tsx';

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
  const { data, error, isOutdated } = useLive(
    PluginsDocument,
    () => ({ ...page, search: text || null, sandbox }),
    refreshEveryMs,
  );
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
      <Results isOutdated={isOutdated}>
        {plugins?.length === 0 && (
          <p className="empty">{t(text === '' && !isOutdated ? 'plugins.noneYet' : 'plugins.none')}</p>
        )}
        {plugins && plugins.length > 0 && <PluginTable plugins={plugins} />}
        {data && <OlderButton info={data.plugins.pageInfo} goOn={goOn} />}
      </Results>
      {isCreating && <CreatePluginDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function searchOf(q: string, sandbox: boolean): Record<string, string> {
  return { ...(q && { q }), ...(sandbox && { sandbox: '1' }) };
}
