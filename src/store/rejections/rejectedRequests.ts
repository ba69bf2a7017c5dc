import type { PageRequest } from '../../rules/values/page.ts';
import type { Prisma, RejectedRequest } from '../generated/client.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { Store } from '../database/store.ts';

export type { RejectedRequest };
export type NewRejectedRequest = Omit<RejectedRequest, 'id'>;

/**
 * The numbers of requests that are kept; older ones are removed. Requests for plugins that do not exist share the bound of
 * one plugin, so that invented ids do not push out the requests of real plugins.
 */
export interface RejectionBounds {
  perPlugin: number;
  inAll: number;
}

export const rejectionBounds: RejectionBounds = { perPlugin: 1000, inAll: 10_000 };

/** The reason of requests for a plugin that does not exist. */
export const unknownPlugin = 'PLUGIN_NOT_FOUND';

/**
 * Stores refused requests, and removes the oldest ones beyond the bounds in the same transaction. So the bounds hold after
 * each commit, for any number of processes. The cost does not grow with the number of earlier calls.
 */
export async function keepRejectedRequests(
  { prisma }: Store,
  rejected: readonly NewRejectedRequest[],
  bounds: RejectionBounds = rejectionBounds,
): Promise<void> {
  if (rejected.length === 0) return;
  const pluginIds = [...new Set(rejected.flatMap(({ pluginId }) => pluginId ?? []))];
  await inTransaction({ prisma }, async (tx) => {
    // One at a time: two would not count each other's rows, and could lock the rows to remove in different orders.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('openplug_rejected_requests'))::text`;
    await insert(tx, rejected);
    await tx.$executeRaw`
      DELETE FROM rejected_request USING unnest(${pluginIds}::text[]) AS touched(plugin_id), LATERAL (
        SELECT at, id FROM rejected_request WHERE plugin_id = touched.plugin_id
        ORDER BY at DESC, id DESC OFFSET ${bounds.perPlugin}::int LIMIT 1) AS last
      WHERE rejected_request.plugin_id = touched.plugin_id AND (rejected_request.at, rejected_request.id) <= (last.at, last.id)`;
    await tx.$executeRaw`
      DELETE FROM rejected_request WHERE reason = 'PLUGIN_NOT_FOUND' AND (at, id) <= (
        SELECT at, id FROM rejected_request WHERE reason = 'PLUGIN_NOT_FOUND'
        ORDER BY at DESC, id DESC OFFSET ${bounds.perPlugin}::int LIMIT 1)`;
    await tx.$executeRaw`
      DELETE FROM rejected_request WHERE (at, id) <= (
        SELECT at, id FROM rejected_request ORDER BY at DESC, id DESC OFFSET ${bounds.inAll}::int LIMIT 1)`;
  });
}

export interface RejectionFilter {
  pluginId?: string;
  /** True: only those that name a sandbox plugin. False: only the others. Left out: both. */
  sandbox?: boolean;
}

export async function findRejectedRequests(
  store: Store,
  filter: RejectionFilter,
  request: PageRequest,
): Promise<Page<RejectedRequest>> {
  const wanted = await whereOf(store, filter);
  return keysetPage(request, { time: 'at', id: 'id', readId: BigInt }, ({ where, ...rest }) =>
    store.prisma.rejectedRequest.findMany({ where: { AND: [wanted, where] }, ...rest }),
  );
}

export async function findRejectedRequest({ prisma }: Store, id: bigint): Promise<RejectedRequest | null> {
  return prisma.rejectedRequest.findUnique({ where: { id } });
}

export async function countRejectedRequests(store: Store, filter: RejectionFilter): Promise<number> {
  return store.prisma.rejectedRequest.count({ where: await whereOf(store, filter) });
}

async function whereOf(
  store: Store,
  { pluginId, sandbox }: RejectionFilter,
): Promise<Prisma.RejectedRequestWhereInput> {
  const ofPlugin = pluginId === undefined ? {} : { pluginId };
  if (sandbox === undefined) return ofPlugin;
  const ids = await sandboxPluginsNamed(store);
  const ofKind = sandbox ? { pluginId: { in: ids } } : { OR: [{ pluginId: null }, { pluginId: { notIn: ids } }] };
  return { AND: [ofPlugin, ofKind] };
}

/**
 * Returns the sandbox plugins that refused requests name. The rows have no mark of their own: they are few, and a plugin
 * never changes its kind.
 */
async function sandboxPluginsNamed({ prisma }: Store): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM plugin WHERE sandbox AND id IN (SELECT plugin_id FROM rejected_request)`;
  return rows.map(({ id }) => id);
}

/**
 * Inserts all of them by one statement. Its text is the same for any number of rows, so that it is compiled only
 * once.
 */
async function insert(tx: Prisma.TransactionClient, rejected: readonly NewRejectedRequest[]): Promise<void> {
  const rows = rejected.map(({ pluginId, canonicalString, skewSeconds, remoteAddress, ...row }) => ({
    ...row,
    plugin_id: pluginId,
    canonical_string: canonicalString,
    skew_seconds: skewSeconds,
    remote_address: remoteAddress,
  }));
  await tx.$executeRaw`
    INSERT INTO rejected_request
      (at, endpoint, plugin_id, status, reason, canonical_string, skew_seconds, remote_address)
    SELECT at, endpoint, plugin_id, status, reason, canonical_string, skew_seconds, remote_address
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
      at timestamptz, endpoint text, plugin_id text, status int, reason text, canonical_string text,
      skew_seconds float8, remote_address text)`;
}
