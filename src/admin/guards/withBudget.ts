import {
  defaultFieldResolver,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isObjectType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { queryTimedOut, type AnswerBudget } from './answerBudget.ts';
import type { Pace } from './pace.ts';

/** What a request's context needs. */
export interface Budgeted {
  budget: AnswerBudget;
  /** Shared by all requests. */
  pace: Pace;
}

/** Of fields that look something up though they are single values without arguments. */
export interface ReadExtensions {
  reads?: true;
}

/**
 * The same schema; every field of a query, those of introspection among them, is computed in portions, and only while the
 * budget of its request lasts.
 *
 * What a mutation has changed is answered whatever it takes, and limitCost has made sure that it is little; only its next
 * field does not start after the deadline.
 */
export function withBudget(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isIntrospectionType(type)) limitShared(field);
      else limitField(field, isRead(type, field));
    }
  }
  for (const field of [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]) limitShared(field);
  return schema;
}

/** GraphQL has the fields of introspection once for all schemas, and does not let a schema have its own. */
function limitShared(field: Field): void {
  if (limited.has(field)) return;
  limited.add(field);
  limitField(field, false);
}

const limited = new WeakSet<object>();

function isRead({ name }: GraphQLObjectType, field: Field): boolean {
  if (name.endsWith('Connection') || name.endsWith('Edge')) return false;
  const { reads = false } = field.extensions as ReadExtensions;
  return reads || field.args.length > 0 || isCompositeType(getNamedType(field.type));
}

function limitField(field: Field, isItRead: boolean): void {
  const resolve = (field.resolve ?? defaultFieldResolver) as Resolver;
  const finish = isCompositeType(getNamedType(field.type)) ? finishObjects : finishValue;
  const resolveNow: Resolver = (source, args, context, info) => {
    context.budget.check(info);
    const result: unknown = resolve(source, args, context, info);
    return result instanceof Promise
      ? result.then((value: unknown) => finish(value, context, info))
      : finish(result, context, info);
  };
  const limitedResolve: Resolver = (source, args, context, info) => {
    // Nothing but a request of the door has one: tools look at the schema as well.
    if (!context?.budget) return resolve(source, args, context, info);
    if (info.operation.operation !== OperationTypeNode.QUERY) {
      if (info.path.prev === undefined && context.budget.timeLeftMs < 0) throw queryTimedOut();
      return resolve(source, args, context, info);
    }
    const wait = isItRead ? context.pace.take(context, 'reads') : null;
    return wait ? wait.then(() => resolveNow(source, args, context, info)) : resolveNow(source, args, context, info);
  };
  field.resolve = limitedResolve;
}

type Field = GraphQLField<unknown, Budgeted>;
type Resolver = GraphQLFieldResolver<unknown, Budgeted>;

function finishValue(value: unknown, { budget }: Budgeted, info: GraphQLResolveInfo): unknown {
  budget.charge(value, info);
  return value;
}

/** GraphQL computes the values of an object, and of all objects of a list, without a pause. */
function finishObjects(value: unknown, context: Budgeted, info: GraphQLResolveInfo): unknown {
  context.budget.charge(value, info);
  if (value === null || value === undefined) return value;
  const objects = Array.isArray(value) ? value.length : 1;
  const wait = context.pace.take(context, 'values', objects * countSelected(info));
  return wait ? wait.then(() => value) : value;
}

/** How many fields of each object are asked for. */
function countSelected({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let count = selectedCounts.get(fieldNodes);
  if (count === undefined) {
    count = fieldNodes.reduce((sum, { selectionSet }) => sum + countIn(selectionSet, fragments), 0);
    selectedCounts.set(fieldNodes, count);
  }
  return count;
}

/** The same nodes stand for a field in all rows of a list. */
const selectedCounts = new WeakMap<readonly FieldNode[], number>();

function countIn(set: SelectionSetNode | undefined, fragments: GraphQLResolveInfo['fragments']): number {
  return (set?.selections ?? []).reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    const spread = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    return sum + countIn(spread?.selectionSet, fragments);
  }, 0);
}
