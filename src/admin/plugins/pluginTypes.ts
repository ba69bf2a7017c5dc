import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, Node } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Explained } from '../graphql/explained.ts';

@ObjectType({ implements: Node, description: 'A plugin application of a third-party developer.' })
export class Plugin {
  @Field(() => ID, { description: 'plugin_id: 8 lower-case letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'The name that staff see.' })
  name!: string;

  /** The stored URL. A field resolver returns it in the form in which it is called. */
  callbackUrl!: string | null;

  @Field(() => Boolean, { description: 'True: due deliveries wait; nothing is lost or counted.' })
  deliveriesPaused!: boolean;

  @Field(() => Boolean, {
    description:
      'True: a sandbox plugin, with which its developer rehearses. Lists, statistics and metrics of live plugins ' +
      'leave out its data. This is decided when the plugin is created, and never changes. Without a callback URL, ' +
      'its callbacks wait for a listener.',
  })
  sandbox!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;
}

export const PluginConnection = connectionType('Plugin', 'plugin', () => Plugin);

@ObjectType({ description: 'A signing secret without the secret itself.' })
export class PluginSecret {
  @Field(() => ID, { description: 'The id of the secret, not the secret.' })
  id!: string;

  @Field(() => String, { description: 'Its last 4 characters.' })
  hint!: string;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Until when it still verifies requests; null: it is the current one.',
  })
  expiresAt!: Date | null;
}

@InputType({ description: 'The plugin to create.' })
export class CreatePluginInput {
  @Field(() => String, { description: '1 to 100 characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'An absolute http or https URL.' })
  callbackUrl?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'True: a sandbox plugin, for rehearsals of its developer. It can never become live.',
  })
  sandbox?: boolean | null;
}

@ObjectType({ description: 'The result of createPlugin.' })
export class CreatePluginPayload {
  @Field(() => Plugin, { description: 'The plugin.' })
  plugin!: Plugin;

  @Field(() => String, { description: 'The signing secret, 32 characters. It is shown here and never again.' })
  secret!: string;
}

@InputType({ description: 'The changes. A field that is left out keeps its value.' })
export class UpdatePluginInput extends Explained {
  @Field(() => ID, { description: 'plugin_id.' })
  id!: string;

  @Field(() => String, { nullable: true, description: '1 to 100 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'An absolute http or https URL; null removes it.' })
  callbackUrl?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: due deliveries wait; nothing is lost or counted.' })
  deliveriesPaused?: boolean | null;
}

@ObjectType({ description: 'The result of updatePlugin.' })
export class UpdatePluginPayload {
  @Field(() => Plugin, { description: 'The plugin as it is now.' })
  plugin!: Plugin;
}

export const longestOverlapDays = 30;
export const defaultOverlapSeconds = 0;

@InputType({ description: 'The plugin whose secret to replace.' })
export class ResetPluginSecretInput extends Explained {
  @Field(() => ID, { description: 'plugin_id.' })
  pluginId!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultOverlapSeconds,
    description: `The time for which the old secret still verifies requests, at most ${longestOverlapDays} days.`,
  })
  overlapSeconds?: number | null;
}

@ObjectType({ description: 'The result of resetPluginSecret.' })
export class ResetPluginSecretPayload {
  @Field(() => Plugin, { description: 'The plugin.' })
  plugin!: Plugin;

  @Field(() => String, { description: 'The new signing secret, 32 characters. It is shown here and never again.' })
  secret!: string;
}
