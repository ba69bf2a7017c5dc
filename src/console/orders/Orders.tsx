import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../app/SessionGate.tsx';
import { useLive } from '../app/useLive.ts';
import { BulkResend } from '../bulk/BulkResend.tsx';
import { OrdersDocument } from '../generated/operations.ts';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Results } from '../parts/Results.tsx';
import { FilterBar } from './FilterBar.tsx';
import { readFilter, readPage, unreadableParts } from './orderSearch.ts';
import { OrderTable } from './OrderTable.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SaveView } from './SaveView.tsx';
import { useSavedViews } from './useSavedViews.ts';
import './orders.css';

const refreshEveryMs = 15_000;

/** The orders that match the filter, the newest first. The URL keeps the filter and the page. */
export function Orders() {
  const { t } = useTranslation();
  const { me, platform } = useSession();
  const [isBulk, setIsBulk] = useState(false);
  const [search, setSearch] = useSearchParams();
  const { data, error, isOutdated, variables } = useLive(
    OrdersDocument,
    (now) => ({ ...readPage(search), filter: readFilter(search, platform.timeZone, now) }),
    refreshEveryMs,
  );
  const [views, keep] = useSavedViews();
  const save = useRef<HTMLButtonElement>(null);
  const unreadable = unreadableParts(search);
  const isReadable = unreadable.length === 0;
  const orders = data?.orders.edges.map(({ node }) => node);

  const removeView = (name: string) => {
    keep(views.filter((view) => view.name !== name));
    // The button that had the focus is gone.
    save.current?.focus();
  };
  const turnPage = (cursor: Record<'after' | 'before', string>) => {
    const next = new URLSearchParams(search);
    next.delete('after');
    next.delete('before');
    for (const [name, value] of Object.entries(cursor)) if (value) next.set(name, value);
    setSearch(next);
  };

  const showAll = (
    <button type="button" onClick={() => setSearch({})}>
      {t('orders.clear')}
    </button>
  );

  return (
    <>
      <PageTitle
        title={t('pages.orders')}
        beside={
          <div className="tools">
            <SaveView button={save} views={views} keep={keep} />
            {me.role !== 'VIEWER' && isReadable && (
              <button type="button" onClick={() => setIsBulk(true)}>
                {t('bulk.action')}
              </button>
            )}
          </div>
        }
      />
      <FilterBar />
      <SavedViews views={views} remove={removeView} />
      {!isReadable && (
        <div className="empty">
          <p role="alert">{t('orders.unreadable', { parts: unreadable.join(', ') })}</p>
          {showAll}
        </div>
      )}
      {isReadable && (
        <>
          <ReadState isRead={!!data} error={error} />
          <Results isOutdated={isOutdated}>
            {orders?.length === 0 && (
              <div className="empty">
                <p>{t(search.size > 0 || isOutdated ? 'orders.noneMatch' : 'orders.none')}</p>
                {/[a-z]/i.test(search.get('q') ?? '') && <p className="note">{t('orders.caseHint')}</p>}
                {search.size > 0 && showAll}
              </div>
            )}
            {orders && orders.length > 0 && <OrderTable orders={orders} />}
            {data && <Pages info={data.orders.pageInfo} isOutdated={isOutdated} turnPage={turnPage} />}
          </Results>
        </>
      )}
      {isBulk && <BulkResend filter={variables.filter} onClose={() => setIsBulk(false)} />}
    </>
  );
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

interface PagesParts {
  info: PageInfo;
  /** True: its cursors are those of another search. */
  isOutdated: boolean;
  turnPage(cursor: Record<'after' | 'before', string>): void;
}

function Pages({ info, isOutdated, turnPage }: PagesParts) {
  const { t } = useTranslation();
  if (!info.hasNextPage && !info.hasPreviousPage) return null;
  const turn = (cursor: Record<'after' | 'before', string>) => {
    if (!isOutdated) turnPage(cursor);
  };
  return (
    <nav className="page-buttons" aria-label={t('orders.pages')}>
      <button
        type="button"
        disabled={!info.hasPreviousPage}
        onClick={() => turn({ after: '', before: info.startCursor ?? '' })}
      >
        {t('orders.newer')}
      </button>
      <button
        type="button"
        disabled={!info.hasNextPage}
        onClick={() => turn({ after: info.endCursor ?? '', before: '' })}
      >
        {t('orders.older')}
      </button>
    </nav>
  );
}
