import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({ description: 'An object that can be asked for by its id alone (Relay global object identification).' })
export abstract class Node {
  @Field(() => ID, { description: 'Unlike that of any other object, whatever its type.' })
  id!: string;
}
