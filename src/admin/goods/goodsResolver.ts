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
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { checkLookup, checkPart, checkPayLimit, checkTitle, checkTotalFeeFen } from '../../rules/values/values.ts';
import { countGoods, createGoods, findGoods, findGoodsPage } from '../../store/goods/goods.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import {
  beforeCursor,
  byCreation,
  type Connection,
  connectionType,
  ForwardPageArgs,
  fromOldest,
  Node,
  toConnection,
} from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { enumType } from '../graphql/enumType.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import { checkGiven, given, Input, pageArguments } from '../graphql/optionalInput.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { Plugin } from '../plugins/pluginTypes.ts';

@ArgsType()
class GoodsListArgs extends ForwardPageArgs {
  @Field(() => Int, { nullable: true, description: `${fromOldest}.` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: beforeCursor })
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
    @Arg('filter', () => GoodsFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: GoodsFilterInput | null,
    @Ctx() { store }: AdminContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<Goods>> {
    const conditions = given<GoodsFilterInput>(filter ?? {});
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
  @Mutation(() => CreateGoodsPayload, { description: 'Creates goods, as the developer console does.' })
  async createGoods(
    @Input(() => CreateGoodsInput) input: CreateGoodsInput,
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

function checkGoodsFilter({ filter }: { filter?: GoodsFilterInput | null }): Record<string, Problem | undefined> {
  const { pluginId, titleContains } = given<GoodsFilterInput>(filter ?? {});
  return {
    'filter.pluginId': checkGiven(pluginId, checkLookup),
    'filter.titleContains': checkPart(titleContains ?? '', checkTitle),
  };
}

export const GoodsSource = enumType('GoodsSource', 'Where goods were created.', {
  CONSOLE: 'In the developer console.',
  API: "Through POST /goods; never in the developer console's list.",
});
export type GoodsSource = keyof typeof GoodsSource;

@ObjectType({ implements: Node, description: 'Goods: something that a user of a plugin can buy.' })
export class Goods {
  @Field(() => ID, { description: 'goods_id: 32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'The title that the user reads, at most 50 characters.' })
  title!: string;

  @Field(() => Int, { name: 'totalFee', description: 'Price in fen (1/100 of the currency unit).' })
  totalFeeFen!: number;

  @Field(() => Int, { description: 'How many orders of these goods may be paid; 0 is unlimited.' })
  payLimit!: number;

  @Field(() => Int, { description: 'How many orders of these goods are paid.' })
  paidCount!: number;

  @Field(() => GoodsSource, { description: 'Where they were created.' })
  source!: GoodsSource;

  @Field(() => DateTime, { description: 'When they were created.' })
  createdAt!: Date;

  /** For the field resolver of the plugin; not in the schema. */
  pluginId!: string;
}

export const GoodsConnection = connectionType('Goods', 'goods', () => Goods);

@InputType('GoodsFilter', { description: 'All given conditions must hold.' })
export class GoodsFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only of this plugin.' })
  pluginId?: string | null;

  @Field(() => GoodsSource, { nullable: true, description: 'Only with this source.' })
  source?: GoodsSource | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the title (upper and lower case are the same), or the whole id.',
  })
  titleContains?: string | null;

  @Field(() => Boolean, { nullable: true, description: sandboxCondition })
  sandbox?: boolean | null;
}

@InputType({ description: 'The goods to create.' })
export class CreateGoodsInput {
  @Field(() => ID, { description: 'The plugin that sells them.' })
  pluginId!: string;

  @Field(() => String, { description: '1 to 50 characters.' })
  title!: string;

  @Field(() => Int, { description: 'Price in fen (1/100 of the currency unit), at least 1.' })
  totalFee!: number;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description: 'How many orders of these goods may be paid; 0 is unlimited.',
  })
  payLimit?: number | null;
}

@ObjectType({ description: 'The result of createGoods.' })
export class CreateGoodsPayload {
  @Field(() => Goods, { description: 'The goods.' })
  goods!: Goods;
}
