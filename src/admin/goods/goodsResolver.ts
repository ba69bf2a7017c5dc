import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import type { Problem } from '../../rules/failures/problems.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup, checkPart, checkPayLimit, checkTitle, checkTotalFeeFen } from '../../rules/values/values.ts';
import { countGoods, createGoods, findGoods, findGoodsPage } from '../../store/goods/goods.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { byCreation, ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { CreateGoodsInput, CreateGoodsPayload, Goods, GoodsConnection, GoodsFilter } from './goodsTypes.ts';
import { checkGiven, given } from '../graphql/optionalInput.ts';
import { pageArguments } from '../graphql/pageArguments.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { Role } from '../door/role.ts';

@ArgsType()
class GoodsListArgs extends ForwardPageArgs {
  @Field(() => Int, { nullable: true, description: 'At most so many, from the oldest on; 1 to 100.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes before this cursor.' })
  before?: string | null;
}

@Resolver(() => Goods)
export class GoodsResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Goods, { nullable: true, description: 'Null when there are no such goods.' })
  async goods(
    @Arg('id', () => ID, { description: 'goods_id.' }) id: string,
    @Ctx() { store }: AdminContext,
  ): Promise<Goods | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findGoods(store, id);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(checkGoodsFilter)
  @Query(() => GoodsConnection, { description: 'Goods of all plugins, the newest first.' })
  async goodsList(
    @Args(() => GoodsListArgs) page: GoodsListArgs,
    @Arg('filter', () => GoodsFilter, { nullable: true, description: 'Only those that match.' })
    filter: GoodsFilter | null,
    @Ctx() { store }: AdminContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<Goods>> {
    const conditions = given<GoodsFilter>(filter ?? {});
    const request = readPageRequest(pageArguments(page, info.fieldNodes[0], info.variableValues), 'goods');
    return toConnection(
      await findGoodsPage(store, conditions, request),
      byCreation('goods'),
      (row) => row,
      () => countGoods(store, conditions),
    );
  }

  @FieldResolver(() => Plugin, { description: 'The plugin that sells them.' })
  async plugin(@Root() goods: Goods, @Ctx() { store }: AdminContext): Promise<Plugin | null> {
    return findPlugin(store, goods.pluginId);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateGoodsPayload, { description: 'Goods as if made in the developer console.' })
  async createGoods(
    @Arg('input', () => CreateGoodsInput, { description: 'What is wanted.' }) input: CreateGoodsInput,
    @Ctx() { store, settings }: AdminContext,
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
    return { goods: await createGoods(store, goods, settings.clock()) };
  }
}

function checkGoodsFilter({ filter }: { filter?: GoodsFilter | null }): Record<string, Problem | undefined> {
  const { pluginId, titleContains } = given<GoodsFilter>(filter ?? {});
  return {
    'filter.pluginId': checkGiven(pluginId, checkLookup),
    'filter.titleContains': checkPart(titleContains ?? '', checkTitle),
  };
}
