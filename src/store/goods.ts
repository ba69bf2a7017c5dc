import { Refusal } from '../rules/refusal.ts';
import { audit } from './audit.ts';
import type { Goods, GoodsSource } from './generated/client.ts';
import { newIdentifier } from './identifiers.ts';
import type { Store } from './store.ts';

export type { Goods };

export async function createGoods(
  store: Store,
  input: { pluginId: string; title: string; totalFeeFen: number; payLimit: number; source: GoodsSource },
  now: Date,
): Promise<Goods> {
  return store.prisma.$transaction(async (tx) => {
    const plugin = await tx.plugin.findUnique({ where: { id: input.pluginId }, select: { id: true } });
    if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
    const goods = await tx.goods.create({ data: { id: newIdentifier(), ...input, createdAt: now } });
    await audit(store, tx, { action: 'createGoods', target: goods.id, detail: input });
    return goods;
  });
}

export async function findGoods({ prisma }: Store, id: string): Promise<Goods | null> {
  return prisma.goods.findUnique({ where: { id } });
}
