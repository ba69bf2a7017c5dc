import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { CreateGoodsDocument, type PluginQuery } from '../generated/operations.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DialogForm } from '../parts/DialogForm.tsx';
import { ordersPath } from '../parts/listPaths.ts';
import { Table, type Column } from '../parts/Table.tsx';
import { TextField } from '../parts/TextField.tsx';
import { yuan } from '../parts/yuan.ts';
import { formText } from '../parts/formText.ts';

type Plugin = NonNullable<PluginQuery['plugin']>;
type GoodsRow = Plugin['consoleGoods']['edges'][number]['node'];

interface GoodsPartParts {
  plugin: Plugin;
  isAllowed: boolean;
  onDone(): void;
}

/** The newest goods that staff created for the plugin. */
export function GoodsPart({ plugin, isAllowed, onDone }: GoodsPartParts) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const goods = plugin.consoleGoods.edges.map(({ node }) => node);
  const columns: Column<GoodsRow>[] = [
    { name: t('plugin.title'), look: 'long', whole: ({ title }) => title, cell: ({ title }) => title },
    {
      name: 'goods_id',
      look: 'fixed',
      cell: ({ id }) => <Link to={ordersPath({ q: id }, plugin.sandbox)}>{id}</Link>,
    },
    { name: t('plugin.price'), look: 'number', cell: ({ totalFee }) => yuan(totalFee) },
    {
      name: t('plugin.sold'),
      look: 'number',
      cell: ({ payLimit, paidCount }) =>
        payLimit === 0 ? paidCount : t('plugin.soldOf', { count: paidCount, most: payLimit }),
    },
  ];
  return (
    <section className="card wide" aria-labelledby="goods">
      <h2 id="goods">{t('plugin.goods')}</h2>
      {goods.length === 0 && <p className="note">{t('plugin.noGoods')}</p>}
      {goods.length > 0 && <Table labelledBy="goods" columns={columns} rows={goods} keyOf={({ id }) => id} />}
      {isAllowed && (
        <p className="page-buttons">
          <button type="button" onClick={() => setIsOpen(true)}>
            {t('plugin.createGoods')}
          </button>
        </p>
      )}
      {isOpen && <CreateGoodsDialog pluginId={plugin.id} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

/** The limits of a 32-bit number; a price is kept in fen. The browser says them in its own words. */
const mostSold = 2 ** 31 - 1;
const mostYuan = mostSold / 100;

function CreateGoodsDialog({ pluginId, onDone, onClose }: { pluginId: string; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const [{ error, fetching }, create] = useMutation(CreateGoodsDocument);
  const submit = async (form: HTMLFormElement) => {
    const input = {
      pluginId,
      title: formText(form, 'title'),
      // A price such as 19.99 has no exact binary form, times 100 included.
      totalFee: Math.round(Number(formText(form, 'totalFee')) * 100),
      payLimit: Number(formText(form, 'payLimit')),
    };
    const result = await create({ input });
    if (result.error) return;
    onDone();
    onClose();
  };
  return (
    <Dialog title={t('plugin.createGoods')} onClose={onClose}>
      <DialogForm action={t('plugin.createGoods')} submit={submit} isBusy={fetching} error={error} onClose={onClose}>
        <TextField name="title" required maxLength={50} />
        <TextField name="totalFee" type="number" min="0.01" max={mostYuan} step="0.01" required />
        <TextField name="payLimit" type="number" min="0" max={mostSold} step="1" defaultValue="0" required />
      </DialogForm>
    </Dialog>
  );
}
