import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { writeCursor, type Cursor, type PageArguments } from '../rules/page.ts';
import type { Page } from '../store/keysetPage.ts';

@ArgsType()
export class PageArgs implements PageArguments {
  @Field(() => Int, { nullable: true, description: 'At most so many, from the newest on; 1 to 100, 20 if left out.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'At most so many, from the oldest on; 1 to 100.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes before this cursor.' })
  before?: string | null;
}

@ObjectType({ description: 'Where a page stands in its list (Relay cursor connections).' })
export class PageInfo {
  @Field(() => Boolean)
  hasPreviousPage!: boolean;

  @Field(() => Boolean)
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true })
  startCursor!: string | null;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

export interface Connection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: PageInfo;
  /** Runs only if totalCount is selected. */
  count: () => Promise<number>;
}

/** The connection type of `nodeType`, to be made once a type. */
export function connectionType<Node extends object>(
  name: string,
  nodeType: () => ClassType<Node>,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`)
  class Edge {
    @Field(nodeType)
    node!: Node;

    @Field(() => String)
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, { description: 'Newest first.' })
  class NodeConnection implements Connection<Node> {
    @Field(() => [Edge])
    edges!: Edge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;

    count!: () => Promise<number>;

    @Field(() => Int, { description: 'How many there are on all pages; counted only when it is selected.' })
    totalCount(): Promise<number> {
      return this.count();
    }
  }
  return NodeConnection;
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
      hasPreviousPage,
      hasNextPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    count,
  };
}
