import type { Request, Response } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { contextOf } from '../../http/requestContext.ts';
import { graphqlResponseType } from '../../http/writeRefusalToSocket.ts';
import { noteErrors } from './observeOperation.ts';

/** The media types of an answer. Apollo has them with this charset, and clients may name it in `Accept`. */
const mediaTypes = ['application/json; charset=utf-8', `${graphqlResponseType}; charset=utf-8`];

/** Answers a request that does not reach GraphQL, in the shape and media type of every other GraphQL error. */
export function answerErrors(response: Response, status: number, errors: readonly GraphQLFormattedError[]): void {
  noteErrors(contextOf(response.req), errors);
  response
    .status(status)
    .set('Content-Type', wantedMediaType(response.req) ?? mediaTypes[0])
    .send(JSON.stringify({ errors }));
}

/** Returns the media type that the caller prefers; null: the caller accepts none that an answer can have. */
export function wantedMediaType(request: Request): string | null {
  return request.accepts(mediaTypes) || null;
}
