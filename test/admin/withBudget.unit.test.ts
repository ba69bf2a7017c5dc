import { buildSchema, execute, parse, type ExecutionResult, type GraphQLObjectType } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnswerBudget } from '../../src/admin/guards/answerBudget.ts';
import { portion } from '../../src/admin/guards/queryLimits.ts';
import { Pace } from '../../src/admin/guards/pace.ts';
import { withBudget } from '../../src/admin/guards/withBudget.ts';

const timeMs = 10;
let nowMs = 0;
let resolved: string[] = [];

/** Each field of `slow` things takes 6 ms; the others are what the source has. */
const schema = buildSchema(`
  type Query { slow: Thing! things: [Thing!]! }
  type Mutation { slow: Thing! }
  type Thing { more: Int! text: String maybe: String self: Thing }
`);
const slowFields = { Query: ['slow'], Mutation: ['slow'], Thing: ['more'] };
for (const [name, fields] of Object.entries(slowFields)) {
  for (const field of fields) {
    (schema.getType(name) as GraphQLObjectType).getFields()[field]!.resolve = () => {
      resolved.push(`${name}.${field}`);
      nowMs += 6;
      return field === 'more' ? 1 : {};
    };
  }
}
withBudget(schema);

beforeEach(() => {
  nowMs = 0;
  resolved = [];
});

interface Asked {
  bytes?: number;
  rootValue?: unknown;
  pace?: Pace;
}

async function run(query: string, { bytes = 1e6, rootValue, pace = new Pace() }: Asked = {}) {
  const budget = new AnswerBudget({ timeMs, bytes }, () => nowMs);
  const contextValue = { budget, pace };
  return {
    budget,
    ...(await execute({ schema, document: parse(query), rootValue, contextValue })),
  };
}

const codes = ({ errors = [] }: ExecutionResult) => [...new Set(errors.map(({ extensions }) => extensions['code']))];

describe('the time of a request', () => {
  it('lets no resolver of a query start when it is over', async () => {
    const { errors, budget } = await run('{ slow { a: more b: more } }');
    expect(errors).toMatchObject([{ path: ['slow', 'b'], extensions: { code: 'QUERY_TIMED_OUT' } }]);
    expect(resolved).toEqual(['Query.slow', 'Thing.more']);
    expect((await budget.spent).extensions['code']).toBe('QUERY_TIMED_OUT');
  });

  it.each(['text', '__typename', 'self { maybe }'])('ends what needs no resolver of ours too: %s', async (field) => {
    const answer = await run(`{ slow { more } slow2: slow { a: ${field} } }`);
    expect(codes(answer)).toEqual(['QUERY_TIMED_OUT']);
  });

  it('lets no further mutation start when it is over, but answers for those that were made', async () => {
    const { errors } = await run('mutation { a: slow { more } b: slow { more } }');
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'QUERY_TIMED_OUT' } }]);
    expect(resolved).toEqual(['Mutation.slow', 'Thing.more']);
  });
});

const things = (count: number, thing: object = {}) => ({ things: Array.from({ length: count }, () => thing) });

describe('the size of an answer', () => {
  it.each([
    ['text', '{ things { text } }', things(3, { text: 'a\0"会' })],
    ['a text several times', '{ things { a: text b: text } }', things(3, { text: 'x'.repeat(2000) })],
    ['no text', '{ things { text } }', things(3)],
    ['the names of types', '{ things { aLongName: __typename } }', things(3)],
    ['things in things', '{ things { self { self { text } } } }', things(3, { self: { self: { text: 'x' } } })],
    ['the schema', '{ __schema { types { name fields { name args { name } } } } }', undefined],
    ['a type', '{ __type(name: "Thing") { name fields { name type { name ofType { name } } } } }', undefined],
  ])('is counted as it is built, at most a little too high: %s', async (_what, query, rootValue) => {
    const { data } = await run(query, { rootValue });
    const bytes = Buffer.byteLength(JSON.stringify(data));
    const fits = async (limit: number) => codes(await run(query, { rootValue, bytes: limit })).length === 0;
    expect(await fits(Math.floor(bytes * 0.9))).toBe(false);
    expect(await fits(Math.ceil(bytes * 1.2))).toBe(true);
  });

  it('is one error, thrown by every field that follows', async () => {
    const query = '{ things { maybe text } }';
    const { errors } = await run(query, { rootValue: things(50, { text: 'x'.repeat(100) }), bytes: 2000 });
    expect(errors!.length).toBeGreaterThan(10);
    expect(new Set(errors).size).toBe(1);
    expect(errors![0]).toMatchObject({
      extensions: { code: 'ANSWER_TOO_LARGE' },
      path: ['things', expect.any(Number), 'text'],
    });
  });
});

describe('a request that asks for much', () => {
  const much = things(portion.values, { self: {} });

  it('lets others have their turn', async () => {
    const pace = new Pace();
    const order: string[] = [];
    const first = run('{ things { self { text } } }', { rootValue: much, pace }).then(() => order.push('much'));
    const second = run('{ things { text } }', { rootValue: things(1), pace }).then(() => order.push('little'));
    await Promise.all([first, second]);
    expect(order).toEqual(['little', 'much']);
  });

  it('is answered all the same', async () => {
    const { data, errors } = await run('{ things { self { text } } }', { rootValue: much });
    expect(errors).toBeUndefined();
    expect(data!['things']).toHaveLength(portion.values);
  });
});
