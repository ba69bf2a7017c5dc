import type { PageRequest } from '../../rules/values/page.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import type { Goods, GoodsSource, Prisma } from '../generated/client.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { partOf } from '../database/filters.ts';
import { readByKey } from '../database/readByKey.ts';
import { rowsOf, type Statement } from '../database/preparedStatements.ts';
import type { Store } from '../database/store.ts';
import { sandboxWhere, type SandboxFilter } from '../plugins/sandboxRows.ts';

export type { Goods };

export interface GoodsFilter extends SandboxFilter {
  source?: GoodsSource;
  /** A part of the title (upper and lower case are the same), or the whole id. */
  titleContains?: string;
}

export async function createGoods(
  store: Store,
  input: { pluginId: string; title: string; totalFeeFen: number; payLimit: number; source: GoodsSource },
  now: Date,
): Promise<Goods> {
  return inTransaction(store, async (tx) => {
    const plugin = await tx.plugin.findUnique({ where: { id: input.pluginId }, select: { sandbox: true } });
    if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
    const sandbox = plugin.sandbox || null;
    const goods = await tx.goods.create({ data: { id: newIdentifier(), ...input, createdAt: now, sandbox } });
    await audit(store, tx, { action: 'createGoods', target: goods.id, detail: input });
    return goods;
  });
}

/** Creates goods that a developer's server has requested, and returns their id. Writes nothing to the audit log. */
export async function createGoodsOfApi(
  { pool }: Store,
  {
    pluginId,
    title,
    totalFeeFen,
    payLimit,
  }: { pluginId: string; title: string; totalFeeFen: number; payLimit: number },
  now: Date,
): Promise<string> {
  const id = newIdentifier();
  await rowsOf(pool, insertOfApi, [id, pluginId, title, totalFeeFen, payLimit, now]);
  return id;
}

const insertOfApi: Statement = {
  name: 'insert_goods_of_api',
  text: `INSERT INTO goods (id, plugin_id, title, total_fee_fen, pay_limit, source, created_at, sandbox)
    VALUES ($1, $2, $3, $4, $5, 'API', $6, (SELECT true FROM plugin WHERE id = $2 AND sandbox))`,
};

export async function findGoods(store: Store, id: string): Promise<Goods | null> {
  return (await readGoods(store, id))[0] ?? null;
}

const readGoods = readByKey<Goods>({
  name: 'goods_by_id',
  text: `
    SELECT asked.place::int AS place, id, plugin_id AS "pluginId", title, total_fee_fen AS "totalFeeFen",
      pay_limit AS "payLimit", source::text AS source, created_at AS "createdAt", sandbox,
      paid_count + (SELECT count(*)::int FROM uncounted_payment WHERE goods_id = id) AS "paidCount"
    FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) JOIN goods USING (id)`,
});

const withUncounted = { _count: { select: { uncounted: true } } } satisfies Prisma.GoodsInclude;

/**
 * Adds the payments that are not counted yet; see `insertUncounted`. One statement reads the counter and the rows, so
 * no payment is counted twice.
 */
function flatten({ _count: { uncounted }, ...goods }: Goods & { _count: { uncounted: number } }): Goods {
  return { ...goods, paidCount: goods.paidCount + uncounted };
}

export async function findGoodsPage(store: Store, filter: GoodsFilter, request: PageRequest): Promise<Page<Goods>> {
  const kind = await sandboxWhere(store, filter);
  return keysetPage(request, keys, async ({ where, ...rest }) => {
    const wanted = { where: { AND: [goodsWhere(filter), kind, where] }, include: withUncounted, ...rest };
    return (await store.prisma.goods.findMany(wanted)).map(flatten);
  });
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function findGoodsPageOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: GoodsFilter,
  request: PageRequest,
): Promise<Page<Goods>> {
  return keysetPage(request, keys, async ({ where, ...rest }) => {
    const plugin = prisma.plugin.findUnique({ where: { id: pluginId } });
    const wanted = { where: { AND: [goodsWhere(filter), where] }, include: withUncounted, ...rest };
    return ((await plugin.goods(wanted)) ?? []).map(flatten);
  });
}

export async function countGoods(store: Store, filter: GoodsFilter): Promise<number> {
  const kind = await sandboxWhere(store, filter);
  return store.prisma.goods.count({ where: { AND: [goodsWhere(filter), kind] } });
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function countGoodsOfPlugin({ prisma }: Store, pluginId: string, filter: GoodsFilter): Promise<number> {
  const plugin = await prisma.plugin.findUnique({
    where: { id: pluginId },
    select: { _count: { select: { goods: { where: goodsWhere(filter) } } } },
  });
  return plugin?._count.goods ?? 0;
}

const keys = { time: 'createdAt', id: 'id' };

function goodsWhere(filter: GoodsFilter): Prisma.GoodsWhereInput {
  const { titleContains, sandbox: _, ...equal } = filter;
  if (!titleContains) return equal;
  return { ...equal, OR: [{ title: partOf(titleContains) }, { id: titleContains }] };
}
