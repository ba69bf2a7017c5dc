import { Field, ObjectType } from 'type-graphql';
import { hintPhrase } from '../../rules/callbacks/hintPhrase.ts';
import type { Phrase as PhraseData } from '../../rules/phrases/sentence.ts';
import { LargeText } from '../guards/fieldExtensions.ts';

@ObjectType({ description: 'A sentence as data, so that a page can say it in another language.' })
export class Phrase {
  static of({ code, values }: PhraseData): Phrase {
    return Object.assign(new Phrase(), { code, values: JSON.stringify(values) });
  }

  @Field(() => String, {
    description: 'The sentence. Later versions may have more of them; then the English message is there.',
  })
  code!: string;

  // The hint or the error of an attempt may be among them.
  @LargeText(2 * 1024)
  @Field(() => String, { description: 'JSON: the values in it by name, all of them texts. Times are in ISO 8601.' })
  values!: string;
}

/** Returns sentences with their details: the one about an attempt is followed by its hint, if that has a code. */
export function withHints(phrases: readonly PhraseData[]): Phrase[] {
  return phrases.flatMap((phrase) => {
    const { detail, ...values } = phrase.values;
    const hint = detail === undefined ? null : hintPhrase(detail);
    return hint ? [Phrase.of({ code: phrase.code, values }), Phrase.of(hint)] : [Phrase.of(phrase)];
  });
}
