import { ArgsType, type ClassType, Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import {
  type Cursor,
  defaultPageSize,
  largestPageSize,
  type PageArguments,
  type RowKind,
  writeCursor,
} from '../../rules/values/page.ts';
import type { Page } from '../../store/database/keysetPage.ts';
import { ConnectionOf, InTurn } from '../guards/fieldExtensions.ts';

const fromNewest = `At most this many, from the newest on; 1 to ${largestPageSize}`;
export const fromOldest = `At most this many, from the oldest on; 1 to ${largestPageSize}`;
export const beforeCursor = 'Only the rows before this cursor.';

@ArgsType()
export class PageArgs implements PageArguments {
  // The default is only described: a declared one would be filled in beside `last`, too, and both together are refused.
  @Field(() => Int, {
    nullable: true,
    description: `${fromNewest}, ${defaultPageSize} if left out. Cannot be used with last.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only the rows after this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: `${fromOldest}.` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: beforeCursor })
  before?: string | null;
}

@ArgsType()
export class ForwardPageArgs implements PageArguments {
  // The default is declared, since there is no `last` here. A list that adds `last` takes the default out (pageArguments).
  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultPageSize,
    description: `${fromNewest}.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only the rows after this cursor.' })
  after?: string | null;
}

@ObjectType({ description: 'Where a page stands in its list (Relay cursor connections).' })
export class PageInfo {
  newer!: () => Promise<boolean>;
  older!: () => Promise<boolean>;

  @Field(() => Boolean, {
    description:
      'True: the list has rows newer than this page. When reading backward, only those after the cursor `after` count.',
  })
  hasPreviousPage(): Promise<boolean> {
    return this.newer();
  }

  @Field(() => Boolean, {
    description:
      'True: the list has rows older than this page. When reading forward, only those before the cursor `before` count.',
  })
  hasNextPage(): Promise<boolean> {
    return this.older();
  }

  @Field(() => String, { nullable: true, description: 'The cursor of the first edge; null: the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last edge; null: the page is empty.' })
  endCursor!: string | null;
}

export interface Connection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: Pick<PageInfo, 'newer' | 'older' | 'startCursor' | 'endCursor'>;
  /** Runs only if totalCount is selected. */
  count: () => Promise<number>;
}

/** Makes the connection type of `nodeType`, once for each type; `rowKind` is that of its cursors. */
export function connectionType<Node extends object>(
  name: string,
  rowKind: RowKind,
  nodeType: () => ClassType<Node>,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: 'One row, and where it stands in the list.' })
  class Edge {
    @Field(nodeType, { description: 'The row.' })
    node!: Node;

    @Field(() => String, { description: 'The value for after and before. It stays valid when the row is removed.' })
    cursor!: string;
  }

  @ConnectionOf(rowKind)
  @ObjectType(`${name}Connection`, { description: 'Newest first.' })
  class NodeConnection implements Connection<Node> {
    @Field(() => [Edge], { description: 'The rows of this page.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Whether there are more rows, and where to continue.' })
    pageInfo!: Connection<Node>['pageInfo'];

    count!: () => Promise<number>;

    @InTurn('count')
    @Field(() => Int, { description: 'The number of rows on all pages; counted only when it is selected.' })
    totalCount(): Promise<number> {
      return this.count();
    }
  }
  return NodeConnection;
}

/** Returns the function that makes the cursors of most kinds of rows. */
export function byCreation(kind: RowKind) {
  return ({ createdAt, id }: { createdAt: Date; id: string }): Cursor => ({ kind, time: createdAt, id });
}

export function deliveryCursor({ createdAt, orderId }: { createdAt: Date; orderId: string }): Cursor {
  return { kind: 'delivery', time: createdAt, id: orderId };
}

export function toConnection<Row, Node>(
  { rows, hasPreviousPage, hasNextPage }: Page<Row>,
  cursorOf: (row: Row) => Cursor,
  toNode: (row: Row) => Node,
  count: () => Promise<number>,
): Connection<Node> {
  const edges = rows.map((row) => ({ node: toNode(row), cursor: writeCursor(cursorOf(row)) }));
  return {
    edges,
    pageInfo: {
      newer: once(hasPreviousPage),
      older: once(hasNextPage),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    count: once(count),
  };
}

/** Returns a function that reads once, so that several aliases of a field are one statement. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= read());
}

@InterfaceType({ description: 'An object that can be queried by its id alone (Relay global object identification).' })
export abstract class Node {
  @Field(() => ID, { description: 'Unique among all objects of all types.' })
  id!: string;
}
