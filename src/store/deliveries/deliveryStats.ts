import { Prisma } from '../generated/client.ts';
import { isOfKind, sandboxSql } from '../plugins/sandboxRows.ts';
import type { Store } from '../database/store.ts';

export interface DeliveryStatsRequest {
  /** Attempts that started in [from, to), in buckets of `bucketSeconds`, the first of them at `from`. */
  from: Date;
  to: Date;
  bucketSeconds: number;
  pluginId?: string;
  /** True: of sandbox plugins. Otherwise: of live ones. */
  sandbox?: boolean;
  now: Date;
}

export interface DeliveryStats {
  /** The buckets without gaps, the oldest first; the last one ends at `to`. */
  buckets: DeliveryBucket[];
  pending: number;
  overdue: number;
  oldestUnacknowledgedSeconds: number | null;
}

export interface DeliveryBucket {
  start: Date;
  attempts: number;
  acknowledged: number;
  failed: number;
  durationMsP50: number | null;
  durationMsP99: number | null;
}

/** A sweep comes every second and starts what is due; what has waited longer than this waits for something else. */
export const overdueAfterSeconds = 5;

/** Reads all figures in one statement, so that they are of one moment. It reads only the attempts of that period. */
export async function findDeliveryStats(store: Store, request: DeliveryStatsRequest): Promise<DeliveryStats> {
  const { pluginId, sandbox } = request;
  const isOther = pluginId !== undefined && !(await isOfKind(store, pluginId, sandbox));
  const rows = await store.prisma.$queryRaw<StatsRow[]>(statsQuery(isOther ? { ...request, pluginId: '' } : request));
  const [totals] = rows;
  if (!totals) throw new Error('An aggregate without GROUP BY has one row.');
  const measured = new Map(rows.map(({ bucket, ...figures }) => [bucket, figures]));
  return {
    buckets: startsOf(request).map((start, at) => ({ start, ...figuresOf(measured.get(at)) })),
    pending: totals.pending,
    overdue: totals.overdue,
    oldestUnacknowledgedSeconds: totals.oldestUnacknowledgedSeconds,
  };
}

export function countBuckets({ from, to, bucketSeconds }: Pick<DeliveryStatsRequest, 'from' | 'to' | 'bucketSeconds'>) {
  return Math.ceil((to.getTime() - from.getTime()) / (bucketSeconds * 1000));
}

type Figures = Omit<DeliveryBucket, 'start'>;
/** The totals are the same in each row; the bucket is null in the only row when there was no attempt. */
interface StatsRow extends Figures, Omit<DeliveryStats, 'buckets'> {
  bucket: number | null;
}

function startsOf(request: DeliveryStatsRequest): Date[] {
  const { from, bucketSeconds } = request;
  return Array.from({ length: countBuckets(request) }, (_, at) => new Date(from.getTime() + at * bucketSeconds * 1000));
}

function figuresOf(row: Figures | undefined): Figures {
  if (!row) return { attempts: 0, acknowledged: 0, failed: 0, durationMsP50: null, durationMsP99: null };
  const { attempts, acknowledged, failed, durationMsP50, durationMsP99 } = row;
  return { attempts, acknowledged, failed, durationMsP50, durationMsP99 };
}

/** The statement for one plugin differs from the one for all, so that each finds its index. */
export function statsQuery({ from, to, bucketSeconds, pluginId, sandbox, now }: DeliveryStatsRequest): Prisma.Sql {
  const overdueBefore = new Date(now.getTime() - overdueAfterSeconds * 1000);
  const among = (table: Prisma.Sql) =>
    pluginId === undefined
      ? Prisma.sql`AND ${sandboxSql(Prisma.sql`${table}.sandbox`, sandbox)}`
      : Prisma.sql`AND ${table}.plugin_id = ${pluginId}`;
  const [amongAttempts, amongDeliveries, amongOrders] = [
    among(Prisma.sql`delivery_attempt`),
    among(Prisma.sql`delivery`),
    among(Prisma.sql`"order"`),
  ];
  return Prisma.sql`
    WITH measured AS (
      SELECT floor(extract(epoch FROM started_at - ${from}::timestamptz) / ${bucketSeconds}::int)::int AS bucket,
        count(*)::int AS attempts,
        (count(*) FILTER (WHERE outcome = 'ACKNOWLEDGED'))::int AS acknowledged,
        (count(*) FILTER (WHERE outcome NOT IN ('ACKNOWLEDGED', 'STARTED')))::int AS failed,
        percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY duration_ms) AS duration_ms
      FROM delivery_attempt
      WHERE started_at >= ${from}::timestamptz AND started_at < ${to}::timestamptz ${amongAttempts}
      GROUP BY bucket
    ),
    totals AS (
      SELECT
        (SELECT count(*)::int FROM delivery WHERE status = 'PENDING' ${amongDeliveries}) AS pending,
        (SELECT count(*)::int FROM delivery
         WHERE lease_token IS NULL AND due_at < ${overdueBefore}::timestamptz
           ${amongDeliveries}) AS overdue,
        (SELECT extract(epoch FROM ${now}::timestamptz - paid_at)::float8 FROM "order"
         JOIN delivery ON delivery.order_id = "order".id
         WHERE "order".status = 'PAID' AND acknowledged_at IS NULL AND paid_at IS NOT NULL ${amongOrders}
         ORDER BY paid_at LIMIT 1) AS oldest
    )
    SELECT bucket, attempts, acknowledged, failed, duration_ms[1] AS "durationMsP50", duration_ms[2] AS "durationMsP99",
      pending, overdue, oldest AS "oldestUnacknowledgedSeconds"
    FROM totals LEFT JOIN measured ON true`;
}
