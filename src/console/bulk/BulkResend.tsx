import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, type CombinedError } from 'urql';
import { useConnectionState } from '../app/connection.ts';
import { isUnreached } from '../app/failures.ts';
import { ResendPreviewDocument, type OrderFilter } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { formText } from '../parts/formText.ts';
import { Problem } from '../parts/Problem.tsx';
import { ReasonField } from '../parts/ReasonField.tsx';
import type { Bulk, Preview } from './bulk.ts';
import { BulkProgress } from './BulkProgress.tsx';
import { PreviewCounts } from './PreviewCounts.tsx';
import { resendInBatches } from './resendInBatches.ts';

/**
 * Resends the notifications of the paid orders of a filter whose developers were not notified: shows how many they are,
 * and of which plugins, then how far it has come. To close the dialog stops it after the batch that is under way.
 */
export function BulkResend({ filter, onClose }: { filter: OrderFilter; onClose(): void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<CombinedError>();
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [tries, setTries] = useState(0);
  const stopping = useRef(new AbortController());
  // The filter stays what it was when the dialog opened: the reader decides on these orders.
  const wanted = useRef(filter);

  useEffect(() => {
    let isShown = true;
    const variables = { filter: wanted.current };
    void client
      .query(ResendPreviewDocument, variables, { requestPolicy: 'network-only' })
      .toPromise()
      .then((result) => {
        if (!isShown) return;
        setError(result.error);
        setPreview(result.data?.resendPreview ?? null);
      });
    return () => {
      isShown = false;
    };
  }, [client, tries]);
  useEffect(() => () => stopping.current.abort(), []);

  const countAgain = () => {
    setError(undefined);
    setTries((count) => count + 1);
  };

  const run = async (reason: string) => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const say = (state: Bulk['state'], more?: Partial<Bulk>) =>
      setBulk((before) => ({
        reason,
        requested: before?.requested ?? 0,
        goesOnAt: null,
        error: undefined,
        ...more,
        state,
      }));
    signal.addEventListener('abort', () => say('stopping'));
    const input = { filter: wanted.current, reason: reason || null, notAskedSince: preview!.at };
    const end = await resendInBatches(client, input, signal, {
      sending: () => say('running'),
      requested: (count) => setBulk((before) => before && withRequested(before, count)),
      waiting: (waitMs) => say('waiting', { goesOnAt: new Date(Date.now() + waitMs) }),
    });
    // Whether the service answered decides what can be said.
    const isAnswered = end.error && !end.error.networkError;
    say(isAnswered ? 'refused' : end.how, { error: end.error });
  };

  return (
    <Dialog title={t('bulk.action')} onClose={onClose}>
      {error && <Uncounted error={error} onClose={onClose} tryAgain={countAgain} />}
      {!preview && !error && <p>{t('bulk.counting')}</p>}
      {preview && bulk && (
        <BulkProgress
          preview={preview}
          bulk={bulk}
          stop={() => stopping.current.abort()}
          goOn={() => void run(bulk.reason)}
          onClose={onClose}
        />
      )}
      {preview?.orders === 0 && <NothingToSend preview={preview} onClose={onClose} />}
      {preview && preview.orders > 0 && !bulk && (
        <DialogForm
          action={t('bulk.action')}
          submit={async (form) => run(formText(form, 'reason'))}
          isBusy={false}
          error={undefined}
          onClose={onClose}
        >
          <p>{t('bulk.what', { count: preview.orders })}</p>
          <PreviewCounts preview={preview} />
          {/* The dialog opened before there was a field. */}
          <ReasonField autoFocus />
        </DialogForm>
      )}
    </Dialog>
  );
}

interface UncountedParts {
  error: CombinedError;
  tryAgain(): void;
  onClose(): void;
}

/** Says why the orders could not be counted. Nothing was requested yet. A lost connection is said above, by the dialog. */
function Uncounted({ error, tryAgain, onClose }: UncountedParts) {
  const { t } = useTranslation();
  const isReached = useConnectionState().reachedSinceMs !== null;
  const waits = isUnreached(error);
  useEffect(() => {
    if (waits && isReached) tryAgain();
  }, [waits, isReached]);
  return (
    <>
      {waits ? <p>{t('bulk.countedLater')}</p> : <Problem error={error} />}
      <footer>
        <button type="button" onClick={onClose}>
          {t('dialog.back')}
        </button>
        {!waits && (
          <button type="button" className="primary" onClick={tryAgain}>
            {t('tryAgain')}
          </button>
        )}
      </footer>
    </>
  );
}

function NothingToSend({ preview, onClose }: { preview: Preview; onClose(): void }) {
  const { t } = useTranslation();
  const isLeftOut = preview.alreadyAsked > 0 || preview.withoutCallbackUrl > 0;
  return (
    <div className="stacked">
      <p>{t(isLeftOut ? 'bulk.nothing' : 'bulk.allTold')}</p>
      <PreviewCounts preview={preview} />
      <footer>
        <button type="button" onClick={onClose}>
          {t('dialog.close')}
        </button>
      </footer>
    </div>
  );
}

/** Counts a batch, also one whose answer came after the stop. */
function withRequested(bulk: Bulk, count: number): Bulk {
  const state = bulk.state === 'unsure' ? 'stopped' : bulk.state;
  return { ...bulk, requested: bulk.requested + count, state };
}
