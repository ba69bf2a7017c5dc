import { Refusal } from '../rules/refusal.ts';
import type { Goods, GoodsSource } from './generated/client.ts';
import { newIdentifier } from './identifiers.ts';
import type { Store } from './store.ts';

export type { Goods };

export async function createGoods(
  { prisma }: Store,
  input: { pluginId: string; title: string; totalFeeFen: number; payLimit: number; source: GoodsSource },
  now: Date,
): Promise<Goods> {
  return prisma.$transaction(async (tx) => {
    const plugin = await tx.plugin.findUnique({ where: { id: input.pluginId }, select: { id: true } });
    if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
    return tx.goods.create({ data: { id: newIdentifier(), ...input, createdAt: now } });
  });
}

export async function findGoods({ prisma }: Store, id: string): Promise<Goods | null> {
  return prisma.goods.findUnique({ where: { id } });
}
