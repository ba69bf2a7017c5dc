import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Node } from '../graphql/node.ts';

export enum GoodsSource {
  CONSOLE = 'CONSOLE',
  API = 'API',
}

registerEnumType(GoodsSource, {
  name: 'GoodsSource',
  description: 'Where goods were created.',
  valuesConfig: {
    CONSOLE: { description: 'In the developer console.' },
    API: { description: "Through POST /goods; never in the developer console's list." },
  },
});

@ObjectType({ implements: Node, description: 'What a user of a plugin can buy.' })
export class Goods {
  @Field(() => ID, { description: 'goods_id: 32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'What the user reads, at most 50 characters.' })
  title!: string;

  @Field(() => Int, { name: 'totalFee', description: 'Price in fen (1/100 of the currency unit).' })
  totalFeeFen!: number;

  @Field(() => Int, { description: 'How many orders of it may be paid; 0 is unlimited.' })
  payLimit!: number;

  @Field(() => Int, { description: 'How many orders of it are paid.' })
  paidCount!: number;

  @Field(() => GoodsSource, { description: 'Where they were created.' })
  source!: `${GoodsSource}`;

  @Field(() => DateTime, { description: 'When they were created.' })
  createdAt!: Date;

  pluginId!: string;
}

export const GoodsConnection = connectionType('Goods', 'goods', () => Goods);

@InputType({ description: 'All given conditions hold.' })
export class GoodsFilter {
  @Field(() => ID, { nullable: true, description: 'Of this plugin.' })
  pluginId?: string | null;

  @Field(() => GoodsSource, { nullable: true, description: 'Created there.' })
  source?: GoodsSource | null;

  @Field(() => String, { nullable: true, description: 'A part of the title, in any case; or the whole id.' })
  titleContains?: string | null;
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
    description: 'How many orders of it may be paid; 0 is unlimited.',
  })
  payLimit?: number | null;
}

@ObjectType({ description: 'What createGoods made.' })
export class CreateGoodsPayload {
  @Field(() => Goods, { description: 'The goods.' })
  goods!: Goods;
}
