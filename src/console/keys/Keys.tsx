import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useSession } from '../app/SessionGate.tsx';
import { useLive } from '../app/useLive.ts';
import { KeysDocument, RevokeKeyDocument, type KeysQuery } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Instant } from '../parts/Instant.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';

const refreshEveryMs = 30_000;

type KeyRow = KeysQuery['apiKeys']['edges'][number]['node'];

/** The keys of the staff API. For administrators; the service refuses everybody else. */
export function Keys() {
  const { t } = useTranslation();
  const { me } = useSession();
  const { page, goOn } = useLongList();
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<{ id: string; name: string } | null>(null);
  const { data, error, readAgain } = useLive(KeysDocument, () => page, refreshEveryMs);
  const keys = data?.apiKeys.edges.map(({ node }) => node);
  const columns: Column<KeyRow>[] = [
    { name: t('keys.name'), isRowName: true, look: 'long', whole: ({ name }) => name, cell: ({ name }) => name },
    { name: t('keys.role'), cell: ({ role }) => t(`role.${role}`) },
    { name: t('orders.created'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      name: t('keys.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Instant at={lastUsedAt} /> : t('plugin.never')),
    },
    {
      name: t('keys.revoke'),
      isNameUnseen: true,
      look: 'number',
      cell: ({ id, name, revokedAt }) =>
        revokedAt ? (
          <span className="note">
            {t('keys.revoked')} <Instant at={revokedAt} />
          </span>
        ) : (
          <button type="button" aria-label={t('keys.revokeNamed', { name })} onClick={() => setRevoking({ id, name })}>
            {t('keys.revoke')}
          </button>
        ),
    },
  ];

  return (
    <>
      <PageTitle
        title={t('pages.keys')}
        beside={
          me.role === 'ADMIN' && (
            <button type="button" className="primary" onClick={() => setIsCreating(true)}>
              {t('keys.create')}
            </button>
          )
        }
      />
      <ReadState isRead={!!data} error={error} />
      {keys?.length === 0 && <p className="empty">{t('keys.none')}</p>}
      {keys && keys.length > 0 && (
        <Table label={t('pages.keys')} columns={columns} rows={keys} keyOf={({ id }) => id} />
      )}
      {data && <OlderButton info={data.apiKeys.pageInfo} goOn={goOn} />}
      {isCreating && <CreateKeyDialog onDone={readAgain} onClose={() => setIsCreating(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onDone={readAgain} onClose={() => setRevoking(null)} />}
    </>
  );
}

interface RevokeDialogParts {
  apiKey: { id: string; name: string };
  onDone(): void;
  onClose(): void;
}

function RevokeDialog({ apiKey, onDone, onClose }: RevokeDialogParts) {
  const { t } = useTranslation();
  const [{ error, fetching }, revoke] = useMutation(RevokeKeyDocument);
  const perform = async () => {
    const result = await revoke({ input: { id: apiKey.id } });
    if (result.error) return;
    onDone();
    onClose();
  };
  return (
    <Dialog title={t('keys.revoke')} onClose={onClose}>
      <p>{t('keys.revokeWhat', { name: apiKey.name })}</p>
      {error && <Problem error={error} isChange />}
      <footer>
        <button type="button" onClick={onClose}>
          {t('dialog.back')}
        </button>
        <button type="button" className="danger" disabled={fetching} onClick={() => void perform()}>
          {t('keys.revoke')}
        </button>
      </footer>
    </Dialog>
  );
}
