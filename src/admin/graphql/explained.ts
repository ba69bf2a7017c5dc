import { Field, InputType } from 'type-graphql';

/** The reason of a change, which `withReason` passes to the audit log. `checkReason` has the rules of its text. */
@InputType()
export abstract class Explained {
  @Field(() => String, { nullable: true, description: 'The reason, for the audit log; at most 500 characters.' })
  reason?: string | null;
}
