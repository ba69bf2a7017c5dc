import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypingPause } from '../app/useTypingPause.ts';
import { KindChoice } from '../parts/KindChoice.tsx';
import { periods, statuses } from './orderSearch.ts';
import { RangeFields } from './RangeFields.tsx';
import { useOrderSearch } from './useOrderSearch.ts';

/** The filter of the list of orders. All that it says is in the address. */
export function FilterBar() {
  const { t } = useTranslation();
  const [search, change] = useOrderSearch();
  const period = search.get('period') ?? '';
  const plugin = search.get('plugin');

  return (
    <form role="search" className="filters" onSubmit={(event) => event.preventDefault()}>
      <SearchBox text={search.get('q') ?? ''} onSearch={(q) => change({ q })} />
      <label>
        <span>{t('orders.status')}</span>
        <select value={search.get('status') ?? ''} onChange={({ target }) => change({ status: target.value })}>
          <option value="">{t('orders.any')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`orders.${status}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('orders.created')}</span>
        <select value={period} onChange={({ target }) => change({ period: target.value, from: '', to: '' })}>
          <option value="">{t('orders.anyTime')}</option>
          {Object.keys(periods).map((name) => (
            <option key={name} value={name}>
              {t(`orders.${name as keyof typeof periods}`)}
            </option>
          ))}
          <option value="range">{t('orders.range')}</option>
        </select>
      </label>
      <KindChoice
        kind={search.has('sandbox') ? 'sandbox' : 'live'}
        onChange={(kind) => change({ sandbox: kind === 'sandbox' ? '1' : '' })}
      />
      {plugin && (
        <button type="button" className="chosen" onClick={() => change({ plugin: '' })}>
          {t('orders.ofPlugin', { plugin })} <span aria-hidden="true">×</span>
        </button>
      )}
      {period === 'range' && <RangeFields />}
    </form>
  );
}

function SearchBox({ text, onSearch }: { text: string; onSearch(text: string): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(text);
  const pause = useTypingPause();
  // The back button changes the address.
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    // A link leads to another page: a search would lead back. The router says only after a while that a page is left.
    const keepLeaving = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')) pause.end();
    };
    document.addEventListener('click', keepLeaving, { capture: true });
    return () => document.removeEventListener('click', keepLeaving, { capture: true });
  }, [pause]);

  const searchNow = (value: string) => {
    pause.end();
    if (value.trim() !== text) onSearch(value.trim());
  };
  return (
    <label className="search-box">
      <span className="unseen">{t('orders.search')}</span>
      <input
        type="search"
        value={typed}
        maxLength={64}
        placeholder={t('orders.searchHint')}
        onChange={({ target }) => {
          setTyped(target.value);
          pause.begin(() => searchNow(target.value));
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') searchNow(typed);
        }}
        // What is done next, such as a resend of all, is meant for what was typed.
        onBlur={({ relatedTarget }) => {
          if (!relatedTarget?.closest('a')) searchNow(typed);
        }}
      />
    </label>
  );
}
