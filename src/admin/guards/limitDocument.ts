import type { NextFunction, Request, Response } from 'express';
import { GraphQLError, Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql';
import { answerErrors } from '../door/answerErrors.ts';
import { searchOf } from '../door/requireOperation.ts';
import { limits } from './queryLimits.ts';
import { measureShape } from './measureShape.ts';

/** Refuses a query that is too large by its text alone, before Apollo sees it. */
export function limitDocument(request: Request, response: Response, next: NextFunction): void {
  const [code, message] = refuseDocument(queryOf(request)) ?? [];
  if (code !== undefined && message !== undefined) answerErrors(response, 400, [{ message, extensions: { code } }]);
  else next();
}

/** The code and the message of a refusal; null: the query may go on. */
type Refused = [code: string, message: string] | null;

function refuseDocument(query: unknown): Refused {
  if (typeof query !== 'string' || accepted.has(query)) return null;
  try {
    const refused = refuseText(query) ?? refuseShape(parse(query, { noLocation: true }));
    if (!refused) remember(query);
    return refused;
  } catch (error) {
    // Apollo says what is wrong with a text that is not GraphQL.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/**
 * The texts that were accepted last. Programs send the same few again and again, with other variables, and a text is measured
 * in the same time as Apollo takes to execute a small query, whose documents Apollo remembers, too.
 */
const accepted = new Set<string>();
const mostAccepted = 200;
/** Longer ones are sent by hand, or by somebody who wants the memory to be used up. */
const longestRemembered = 4_000;

function remember(query: string): void {
  if (query.length > longestRemembered) return;
  if (accepted.size === mostAccepted) accepted.delete(accepted.values().next().value!);
  accepted.add(query);
}

/** Measures the text before it is parsed. The parser calls itself for each bracket, and could run out of stack. */
function refuseText(query: string): Refused {
  const { tokens, lines, nesting, characters } = limits;
  const lexer = new Lexer(new Source(query));
  let depth = 0;
  let count = 0;
  for (let { kind, line } = lexer.advance(); kind !== TokenKind.EOF; { kind, line } = lexer.advance()) {
    count += 1;
    if (count > tokens) return ['QUERY_TOO_LONG', `A query may have at most ${tokens} words and punctuators.`];
    if (line > lines) return ['QUERY_TOO_LONG', `A query may have at most ${lines} lines.`];
    if (opening.has(kind)) depth += 1;
    if (closing.has(kind)) depth -= 1;
    if (depth > nesting) return ['QUERY_TOO_DEEP', `A query may have brackets at most ${nesting} deep.`];
  }
  if (query.length <= characters) return null;
  return ['QUERY_TOO_LONG', `A query may have at most ${characters} characters. Send long values in variables.`];
}

const opening = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L]);
const closing = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R]);

/**
 * Measures the shape before validation and the estimate of the cost. Both take time that grows with the query in which
 * every fragment is spread, and fragments let that grow exponentially with the text.
 */
function refuseShape(document: DocumentNode): Refused {
  const shape = measureShape(document);
  if (shape === 'cyclic') return ['FRAGMENT_CYCLE', 'A fragment must not spread itself.'];
  const { depth, selections, aliases, aliasCharacters, directives } = limits;
  if (shape.depth > depth) return ['QUERY_TOO_DEEP', `A query may have fields at most ${depth} deep.`];
  if (shape.longestAlias > aliasCharacters) {
    return ['QUERY_TOO_LONG', `An alias may have at most ${aliasCharacters} characters.`];
  }
  if (shape.aliases > aliases) return ['TOO_MANY_ALIASES', `A query may have at most ${aliases} aliases.`];
  if (shape.directives > directives)
    return ['TOO_MANY_DIRECTIVES', `A query may have at most ${directives} directives.`];
  if (shape.selections <= selections) return null;
  const where = 'those of a fragment counted wherever it is spread';
  return ['TOO_MANY_FIELDS', `A query may have at most ${selections} fields, ${where}.`];
}

/** Returns the query from where Apollo looks for it: the body of a POST, the address of a GET. */
function queryOf(request: Request): unknown {
  if (request.method === 'GET') return searchOf(request).get('query');
  return (request.body as { query?: unknown } | undefined)?.query;
}
