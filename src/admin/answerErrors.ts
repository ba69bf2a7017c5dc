import type { Response } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { noteErrors } from './observeOperation.ts';

/** Answers what does not get as far as GraphQL, in the shape of every other GraphQL error. */
export function answerErrors(response: Response, status: number, errors: readonly GraphQLFormattedError[]): void {
  noteErrors(response.locals, errors);
  response.status(status).json({ errors });
}
