import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { refuseInvalid } from '../rules/refusal.ts';
import { checkLookup, checkPayLimit, checkTitle, checkTotalFeeFen } from '../rules/values.ts';
import { createGoods, findGoods } from '../store/goods.ts';
import { findPlugin } from '../store/plugins.ts';
import type { AdminContext } from './adminContext.ts';
import { CreateGoodsInput, CreateGoodsPayload, Goods } from './goodsTypes.ts';
import { Plugin } from './pluginTypes.ts';
import { Role } from './role.ts';

@Resolver(() => Goods)
export class GoodsResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Goods, { nullable: true })
  async goods(@Arg('id', () => ID) id: string, @Ctx() { settings }: AdminContext): Promise<Goods | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findGoods(settings.store, id);
  }

  @FieldResolver(() => Plugin)
  async plugin(@Root() goods: Goods, @Ctx() { settings }: AdminContext): Promise<Plugin | null> {
    return findPlugin(settings.store, goods.pluginId);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateGoodsPayload, { description: 'Goods as if made in the developer console.' })
  async createGoods(
    @Arg('input', () => CreateGoodsInput) input: CreateGoodsInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<CreateGoodsPayload> {
    const { pluginId, title, totalFee: totalFeeFen } = input;
    const payLimit = input.payLimit ?? 0;
    refuseInvalid({
      pluginId: checkLookup(pluginId),
      title: checkTitle(title),
      totalFee: checkTotalFeeFen(totalFeeFen),
      payLimit: checkPayLimit(payLimit),
    });
    const goods = { pluginId, title, totalFeeFen, payLimit, source: 'CONSOLE' as const };
    return { goods: await createGoods(settings.store, goods, settings.clock()) };
  }
}
