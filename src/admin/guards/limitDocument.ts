import type { NextFunction, Request, Response } from 'express';
import { GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import { answerErrors } from '../door/answerErrors.ts';
import { limits } from './limits.ts';
import { refusal, refuseShape } from './refuseShape.ts';

/** Refuses, before Apollo sees it, a query whose text alone says that it is too large. */
export function limitDocument(request: Request, response: Response, next: NextFunction): void {
  const error = refuseDocument(queryOf(request));
  if (!error) {
    next();
    return;
  }
  const { message, extensions } = error;
  answerErrors(response, 400, [{ message, extensions }]);
}

/** Null, too, for what is no GraphQL: Apollo says what is wrong with it. */
function refuseDocument(query: unknown): GraphQLError | null {
  if (typeof query !== 'string') return null;
  try {
    return refuseText(query) ?? refuseShape(parse(query, { noLocation: true }));
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Before the parser, which calls itself for each bracket, can run out of stack. */
function refuseText(query: string): GraphQLError | null {
  const lexer = new Lexer(new Source(query));
  let tokens = 0;
  let nesting = 0;
  for (let { kind, line } = lexer.advance(); kind !== TokenKind.EOF; { kind, line } = lexer.advance()) {
    tokens += 1;
    if (tokens > limits.tokens) {
      return refusal('QUERY_TOO_LONG', `A query may have at most ${limits.tokens} words and punctuators.`);
    }
    if (line > limits.lines) return refusal('QUERY_TOO_LONG', `A query may have at most ${limits.lines} lines.`);
    if (opening.has(kind)) nesting += 1;
    if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting) {
      return refusal('QUERY_TOO_DEEP', `A query may have brackets at most ${limits.nesting} deep.`);
    }
  }
  if (query.length <= limits.characters) return null;
  const message = `A query may have at most ${limits.characters} characters. Send long values in variables.`;
  return refusal('QUERY_TOO_LONG', message);
}

const opening = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L]);
const closing = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R]);

/** Where Apollo looks for it: in the body of a POST, in the address of a GET. */
function queryOf({ method, url, body }: Request): unknown {
  if (method === 'GET') return new URL(url, 'http://localhost').searchParams.get('query');
  return (body as { query?: unknown } | undefined)?.query;
}
