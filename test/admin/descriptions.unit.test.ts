import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';

interface Described {
  name: string;
  description?: string | null | undefined;
}

/** The type and all that is in it, each by its path. */
function partsOf(type: GraphQLNamedType): Described[] {
  return [type, ...insideOf(type).map(({ name, description }) => ({ name: `${type.name}.${name}`, description }))];
}

function insideOf(type: GraphQLNamedType): Described[] {
  if (isEnumType(type)) return [...type.getValues()];
  if (isInputObjectType(type)) return Object.values(type.getFields());
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    field,
    ...field.args.map((arg) => ({ name: `${field.name}(${arg.name})`, description: arg.description })),
  ]);
}

const schema = await buildAdminSchema();
const parts = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .flatMap(partsOf);

describe('the schema', () => {
  it('says of every type, field, argument, input field and enum value what it means', () => {
    expect(parts.length).toBeGreaterThan(200);
    const missing = parts.filter(({ description }) => !description?.trim()).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  it('says it in sentences', () => {
    const broken = parts.filter(
      ({ description }) => description && !description.endsWith('.') && !description.endsWith('?'),
    );
    expect(broken.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});
