import type { PageRequest } from '../../rules/values/page.ts';
import type { AttemptOutcome, Delivery, DeliveryAttempt as WholeAttempt, Prisma } from '../generated/client.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { readByKey } from '../database/readByKey.ts';
import type { Store } from '../database/store.ts';
import { timeRange } from '../database/filters.ts';
import { sandboxWhere, type SandboxFilter } from '../plugins/sandboxRows.ts';

/** An attempt without its bodies. They are as large as all the rest, and few people look at them. */
export type DeliveryAttempt = Omit<WholeAttempt, 'requestBody' | 'responseBody'>;
export type AttemptBody = Pick<WholeAttempt, 'id' | 'requestBody' | 'responseBody'>;

const omit = { requestBody: true, responseBody: true } as const;

/** The conditions on an attempt, all of which hold. */
export interface DeliveryAttemptFilter extends SandboxFilter {
  orderId?: string;
  outcome?: AttemptOutcome;
  startedFrom?: Date;
  startedTo?: Date;
}

export async function findAttemptPage(
  store: Store,
  filter: DeliveryAttemptFilter,
  request: PageRequest,
): Promise<Page<DeliveryAttempt>> {
  const kind = await sandboxWhere(store, filter);
  return keysetPage(request, { time: 'startedAt', id: 'id', readId: BigInt }, ({ where, ...rest }) =>
    store.prisma.deliveryAttempt.findMany({ where: { AND: [attemptWhere(filter), kind, where] }, omit, ...rest }),
  );
}

export async function findAttempt({ prisma }: Store, id: bigint): Promise<DeliveryAttempt | null> {
  return prisma.deliveryAttempt.findUnique({ where: { id }, omit });
}

export async function countAttempts(store: Store, filter: DeliveryAttemptFilter): Promise<number> {
  const kind = await sandboxWhere(store, filter);
  return store.prisma.deliveryAttempt.count({ where: { AND: [attemptWhere(filter), kind] } });
}

function attemptWhere(filter: DeliveryAttemptFilter): Prisma.DeliveryAttemptWhereInput {
  const { startedFrom, startedTo, sandbox: _, ...equal } = filter;
  const startedAt = timeRange(startedFrom, startedTo);
  return { ...equal, ...(startedAt && { startedAt }) };
}

/**
 * Returns the newest attempts of a delivery, at most `most`, the oldest first. Calls for several deliveries in the same
 * tick are read by one statement.
 */
export async function findNewestAttempts(store: Store, orderId: string, most: number): Promise<DeliveryAttempt[]> {
  return (await readNewest(store, orderId, most)).map(attemptOf);
}

/** An attempt as pg reads it: without a type for 64 bits, it hands out a text. */
type ReadAttempt = Omit<DeliveryAttempt, 'id'> & { id: string };

function attemptOf({ id, ...rest }: ReadAttempt): DeliveryAttempt {
  return { id: BigInt(id), ...rest };
}

const attemptColumns = `
  attempt.id, attempt.order_id AS "orderId", attempt.plugin_id AS "pluginId", attempt.number, attempt.trigger::text AS trigger,
  attempt.outcome::text AS outcome, attempt.scheduled_at AS "scheduledAt", attempt.started_at AS "startedAt",
  attempt.finished_at AS "finishedAt", attempt.url, attempt.http_status AS "httpStatus",
  attempt.response_truncated AS "responseTruncated", attempt.error, attempt.hint, attempt.duration_ms AS "durationMs",
  attempt.dns_ms AS "dnsMs", attempt.connect_ms AS "connectMs", attempt.first_byte_ms AS "firstByteMs",
  attempt.remote_address AS "remoteAddress", attempt.worker, attempt.sandbox`;

const readNewest = readByKey<ReadAttempt>({
  name: 'newest_attempts',
  text: `
    SELECT asked.place::int AS place, ${attemptColumns}
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS asked(order_id, most, place)
    CROSS JOIN LATERAL (
      SELECT * FROM "delivery_attempt" AS its WHERE its.order_id = asked.order_id
      ORDER BY its."number" DESC LIMIT asked.most
    ) AS attempt
    ORDER BY attempt.number`,
});

const readNumbered = readByKey<ReadAttempt>({
  name: 'attempt_by_number',
  text: `
    SELECT asked.place::int AS place, ${attemptColumns}
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS asked(order_id, number, place)
    JOIN delivery_attempt AS attempt USING (order_id, number)`,
});

/** The newest attempt that has ended; null when there is none, or when it is so old that it was removed. */
export async function findLastEndedAttempt(store: Store, delivery: Delivery): Promise<DeliveryAttempt | null> {
  const number = delivery.leaseToken === null ? delivery.attemptCount : delivery.attemptCount - 1;
  if (number < 1) return null;
  const [attempt] = await readNumbered(store, delivery.orderId, number);
  return attempt ? attemptOf(attempt) : null;
}

/** Returns the bodies that are still there, in any order. */
export async function findAttemptBodies({ prisma }: Store, ids: bigint[]): Promise<AttemptBody[]> {
  return prisma.deliveryAttempt.findMany({
    where: { id: { in: ids } },
    select: { id: true, requestBody: true, responseBody: true },
  });
}
