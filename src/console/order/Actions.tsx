import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useSession } from '../app/SessionGate.tsx';
import { CancelCallbacksDocument, ResendDocument, type OrderQuery } from '../generated/operations.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';

type Order = NonNullable<OrderQuery['order']>;

/** The actions on the notifications of an order. The service decides what is allowed. */
export function Actions({ order, onDone }: { order: Order; onDone(): void }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const [open, setOpen] = useState<'resend' | 'cancel' | null>(null);
  const [, resend] = useMutation(ResendDocument);
  const [, cancel] = useMutation(CancelCallbacksDocument);
  if (me.role === 'VIEWER' || order.status !== 'PAID') return null;

  const isGoingOn = order.delivery?.status === 'PENDING' || order.delivery?.nextAttemptAt;
  const perform = async (reason: string) => {
    const change = open === 'cancel' ? cancel : resend;
    const { error } = await change({ orderId: order.id, reason: reason || null });
    if (!error) onDone();
    return error;
  };
  return (
    <>
      {isGoingOn && (
        <button type="button" onClick={() => setOpen('cancel')}>
          {t('order.cancel')}
        </button>
      )}
      <button type="button" className="primary" onClick={() => setOpen('resend')}>
        {t('order.resend')}
      </button>
      {open && (
        <ReasonDialog
          action={t(`order.${open}`)}
          explanation={t(open === 'resend' && !order.delivery ? 'order.createWhat' : `order.${open}What`)}
          perform={perform}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
