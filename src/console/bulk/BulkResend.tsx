import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, type CombinedError } from 'urql';
import type { OrderFilter } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem } from '../parts/Problem.tsx';
import { TextField } from '../parts/TextField.tsx';
import { findOrdersToResend, mostOrders, type OrderToResend } from './findOrdersToResend.ts';
import { resendEach } from './resendEach.ts';
import { formText } from '../parts/formText.ts';
import './bulk.css';

interface Progress {
  done: number;
  failed: number;
  isOver: boolean;
}

/**
 * Resends the notifications of the paid orders of a filter whose developers were not told: shows how many they are, and of
 * which plugins, then how far it has come. To close the dialog ends it.
 */
export function BulkResend({ filter, onClose }: { filter: OrderFilter; onClose(): void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [orders, setOrders] = useState<OrderToResend[] | null>(null);
  const [error, setError] = useState<CombinedError>();
  const [progress, setProgress] = useState<Progress | null>(null);
  const closing = useRef(new AbortController());
  // The list stays what it was when the dialog opened: the reader decides on these orders.
  const wanted = useRef(filter);

  useEffect(() => {
    const reading = new AbortController();
    void findOrdersToResend(client, wanted.current, reading.signal).then((found) => {
      if (reading.signal.aborted) return;
      setError(found.error);
      setOrders(found.error ? null : found.orders);
    });
    return () => reading.abort();
  }, [client]);

  const close = () => {
    closing.current.abort();
    onClose();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = formText(event.currentTarget, 'reason');
    const ids = orders!.map(({ id }) => id);
    setProgress({ done: 0, failed: 0, isOver: false });
    const { signal } = closing.current;
    await resendEach(client, ids, reason, signal, (done, failed) => setProgress({ done, failed, isOver: false }));
    setProgress((before) => before && { ...before, isOver: true });
  };

  return (
    <Dialog title={t('bulk.action')} onClose={close}>
      {error && <Problem error={error} />}
      {!orders && !error && <p>{t('bulk.counting')}</p>}
      {orders && progress && <ProgressPart total={orders.length} progress={progress} onClose={close} />}
      {orders && !progress && (
        <form onSubmit={(event) => void submit(event)}>
          <p>{t('bulk.what', { count: orders.length })}</p>
          {orders.length === mostOrders && <p className="note">{t('bulk.most', { count: mostOrders })}</p>}
          <PluginCounts orders={orders} />
          {/* The dialog opened before there was a field. */}
          <TextField label={t('dialog.reason')} name="reason" maxLength={500} autoFocus />
          <footer>
            <button type="button" onClick={close}>
              {t('dialog.back')}
            </button>
            <button type="submit" className="primary" disabled={orders.length === 0}>
              {t('bulk.action')}
            </button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}

function PluginCounts({ orders }: { orders: OrderToResend[] }) {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { plugin } of orders) {
    const { count } = counts.get(plugin.id) ?? { count: 0 };
    counts.set(plugin.id, { name: plugin.name, count: count + 1 });
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other.count - one.count);
  return (
    <ul className="plugin-counts">
      {sorted.map(([id, { name, count }]) => (
        <li key={id}>
          <span>{name}</span> <span>{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}

interface ProgressPartParts {
  total: number;
  progress: Progress;
  onClose(): void;
}

function ProgressPart({ total, progress: { done, failed, isOver }, onClose }: ProgressPartParts) {
  const { t } = useTranslation();
  return (
    <div className="stacked">
      <progress max={total} value={done} aria-label={t('bulk.action')} />
      <p role="status">
        {t(isOver ? 'bulk.over' : 'bulk.progress', { done: done - failed, total })}
        {failed > 0 && <span className="bad-note"> {t('bulk.failed', { count: failed })}</span>}
      </p>
      <footer>
        <button type="button" onClick={onClose}>
          {t(isOver ? 'dialog.close' : 'bulk.stop')}
        </button>
      </footer>
    </div>
  );
}
