import { describeMissingSchema, describeWrongEncoding, type DatabaseFacts } from '../store/database/databaseFacts.ts';
import { StartError } from './startError.ts';

/** Returns the schema to work in. Throws a StartError when there is none, or the database cannot hold every text. */
export function requireSuitable(facts: DatabaseFacts): string {
  const wrongEncoding = describeWrongEncoding(facts);
  if (wrongEncoding !== null) throw new StartError(wrongEncoding);
  if (facts.schema === null) throw new StartError(describeMissingSchema(facts));
  return facts.schema;
}
