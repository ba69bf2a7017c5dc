import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from './dateTime.ts';

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

@ObjectType({ description: 'What a user of a plugin can buy.' })
export class Goods {
  @Field(() => ID, { description: 'goods_id: 32 letters and digits.' })
  id!: string;

  @Field(() => String)
  title!: string;

  @Field(() => Int, { name: 'totalFee', description: 'Price in fen (1/100 of the currency unit).' })
  totalFeeFen!: number;

  @Field(() => Int, { description: 'How many orders of it may be paid; 0 is unlimited.' })
  payLimit!: number;

  @Field(() => Int, { description: 'How many orders of it are paid.' })
  paidCount!: number;

  @Field(() => GoodsSource)
  source!: `${GoodsSource}`;

  @Field(() => DateTime)
  createdAt!: Date;

  pluginId!: string;
}

@InputType()
export class CreateGoodsInput {
  @Field(() => ID)
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

@ObjectType()
export class CreateGoodsPayload {
  @Field(() => Goods)
  goods!: Goods;
}
