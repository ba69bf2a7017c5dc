import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { RejectedRequestsDocument, type RejectedRequestsQuery } from '../generated/operations.ts';
import { duration } from '../parts/duration.ts';
import { Instant } from '../parts/Instant.tsx';
import { KindChoice, type Kind } from '../parts/KindChoice.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Results } from '../parts/Results.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { useLongList } from '../parts/useLongList.ts';

const refreshEveryMs = 10_000;
/** Both come first: a developer who rehearses asks for help, too. */
const kinds: readonly Kind[] = ['both', 'live', 'sandbox'];

type RejectedRequest = RejectedRequestsQuery['rejectedRequests']['edges'][number]['node'];

/** Requests of developers that were refused, each a click away from its diagnosis. */
export function Rejected() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { page, goOn } = useLongList();
  const reasons: Record<string, string> = t('rejected.reasons', { returnObjects: true });
  const pluginId = search.get('plugin');
  const kind = kinds.find((one) => one === search.get('kind')) ?? 'both';
  const sandbox = kind === 'both' ? null : kind === 'sandbox';
  const { data, error, isOutdated } = useLive(
    RejectedRequestsDocument,
    () => ({ ...page, pluginId, sandbox }),
    refreshEveryMs,
  );
  const requests = data?.rejectedRequests.edges.map(({ node }) => node);
  const columns: Column<RejectedRequest>[] = [
    { name: t('rejected.at'), cell: ({ at }) => <Instant at={at} /> },
    {
      name: t('rejected.reason'),
      cell: ({ reason, status }) => (
        <>
          {reasons[reason]}{' '}
          <span className="note">
            {status} {reason}
          </span>
        </>
      ),
    },
    { name: t('rejected.endpoint'), look: 'fixed', cell: ({ endpoint }) => endpoint },
    {
      name: 'plugin_id',
      look: 'long fixed',
      cell: (request) => (
        <>
          {request.pluginId ?? '–'}
          {request.sandbox && <span className="state rehearsal beside">{t('sandbox.sandbox')}</span>}
        </>
      ),
    },
    {
      name: t('rejected.skew'),
      look: 'number',
      cell: ({ skewSeconds }) => (skewSeconds === null ? '–' : skew(skewSeconds, t)),
    },
    { name: t('rejected.from'), look: 'fixed', cell: ({ remoteAddress }) => remoteAddress ?? '–' },
    {
      name: t('rejected.diagnose'),
      isNameUnseen: true,
      cell: (request) =>
        // Of an unknown plugin there is no secret that could be tried.
        request.canonicalString !== null &&
        request.status !== 404 && (
          <Link to={`/doctor?${doctorSearch(request, request.canonicalString)}`}>{t('rejected.diagnose')}</Link>
        ),
    },
  ];

  return (
    <>
      <PageTitle title={t('pages.rejected')} />
      <form role="search" className="filters" onSubmit={(event) => event.preventDefault()}>
        <KindChoice
          kind={kind}
          kinds={kinds}
          onChange={(chosen) =>
            setSearch({ ...(pluginId && { plugin: pluginId }), ...(chosen !== 'both' && { kind: chosen }) })
          }
        />
      </form>
      <ReadState isRead={!!data} error={error} />
      <Results isOutdated={isOutdated}>
        {requests?.length === 0 && <p className="empty">{t('rejected.none')}</p>}
        {requests && requests.length > 0 && (
          <Table label={t('pages.rejected')} columns={columns} rows={requests} keyOf={({ id }) => id} />
        )}
        {data && <OlderButton info={data.rejectedRequests.pageInfo} goOn={goOn} />}
      </Results>
    </>
  );
}

/** Writes how far a developer's clock is ahead or behind. */
function skew(seconds: number, t: TFunction): string {
  const time = duration(Math.abs(seconds), t);
  if (Math.abs(seconds) < 0.5) return time;
  return t(seconds < 0 ? 'rejected.behind' : 'rejected.ahead', { time });
}

/** Gives the doctor the time, too: it judges the timestamp as of then. */
function doctorSearch(
  { pluginId, endpoint, at }: Pick<RejectedRequest, 'pluginId' | 'endpoint' | 'at'>,
  canonicalString: string,
): string {
  const request = `${endpoint} HTTP/1.1\n\n${canonicalString}`;
  return new URLSearchParams({ plugin: pluginId ?? '', refusedAt: at, request }).toString();
}
