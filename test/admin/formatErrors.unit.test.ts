import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatErrors } from '../../src/admin/door/formatErrors.ts';
import { memoryLog } from '../support/memoryLog.ts';

const logged: Record<string, unknown>[] = [];
const format = formatErrors(memoryLog(logged));

beforeEach(() => {
  logged.length = 0;
});

/** Returns the answer when a resolver throws. */
function answerTo(thrown: Error) {
  const located = new GraphQLError(thrown.message, { path: ['order'], originalError: thrown });
  const code = ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
  return format(
    { message: thrown.message, path: ['order'], extensions: { code, stacktrace: ['at secret.ts:1'] } },
    located,
  );
}

describe('an error that nobody expected', () => {
  it.each([
    ['a broken assumption', new Error('Order 1 vanished.', { cause: new Error('SELECT secret FROM plugin') })],
    ['a type error', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['an error with a code of its own', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['an error of GraphQL without a code', new GraphQLError('Cannot return null for non-nullable field Order.id.')],
  ])('is told as one sentence and a code: %s', (_what, thrown) => {
    expect(answerTo(thrown)).toEqual({
      message: 'Something went wrong here.',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
      path: ['order'],
    });
  });

  it('is logged with where it happened and all that caused it', () => {
    const cause = new Error('the lease was lost', { cause: new Error('connection reset') });
    answerTo(new Error('Order 1 vanished.', { cause }));

    const where = { stack: expect.stringContaining('formatErrors.unit.test.ts') };
    const lost = { ...where, message: 'the lease was lost', cause: { ...where, message: 'connection reset' } };
    expect(logged).toMatchObject([
      {
        level: 50,
        msg: 'GraphQL request failed',
        path: ['order'],
        err: { ...where, message: 'Order 1 vanished.', cause: lost },
      },
    ]);
  });
});
