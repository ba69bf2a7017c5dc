import { createApiKey, findKeyHolder } from '../../src/store/keys/apiKeys.ts';
import { findAuditEntries } from '../../src/store/audit/auditLog.ts';
import { findDeliveries, requestResend } from '../../src/store/deliveries/deliveries.ts';
import { findAttemptPage } from '../../src/store/deliveries/deliveryAttempts.ts';
import { measureDeliveries } from '../../src/store/deliveries/deliveryGauges.ts';
import { findDeliveryStats } from '../../src/store/deliveries/deliveryStats.ts';
import { createGoods, findGoodsPage } from '../../src/store/goods/goods.ts';
import { countOrders, findOrderPage } from '../../src/store/orders/orderLists.ts';
import { findPlugins } from '../../src/store/plugins/plugins.ts';
import { findRejectedRequests } from '../../src/store/rejections/rejectedRequests.ts';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { startDueAttempts } from '../../src/store/deliveries/startDueAttempts.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { createUser, findUsers, issueAccessToken } from '../../src/store/users/users.ts';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import { CreateUserDocument, OrderIdsDocument } from '../../test/admin/generated/operations.ts';
import { adminClient } from '../../test/support/adminClient.ts';
import { startServiceProcess, type ServiceBundle } from '../../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { openProcessSetup } from '../../test/sweeper/processes/processSetup.ts';
import type { DebianPostgres } from './debianPostgres.ts';
import { heading, line } from './report.ts';
import { payOrder } from './steadyPayments.ts';

/** What there is on the primary. */
interface Known {
  orderId: string;
  unpaidId: string;
  pluginId: string;
  userId: string;
  key: string;
}

type Use = [name: string, use: (store: Store) => Promise<unknown>];

/** What the functions of the store come to when the server they are given is a hot standby. */
export async function printReplicaReads(
  primary: DebianPostgres,
  replica: DebianPostgres,
  program: ServiceBundle,
): Promise<void> {
  heading('The store on a hot standby');
  await run(primary.url, 'CREATE DATABASE reads TEMPLATE openplug');
  const setup = await openProcessSetup(databaseOn(primary.url, 'reads'));
  const onReplica = openStore(databaseOn(replica.url, 'reads'), setup.store.keyring);
  try {
    const orders = { callbackUrls: ['https://example.com/'], ordersPerPlugin: 100 };
    const paid = await makeBulkOrders(setup.store, setup.client, { ...orders, status: 'PAID' });
    const unpaid = await makeBulkOrders(setup.store, setup.client, { ...orders, status: 'UNPAID' });
    const { key } = await createApiKey(setup.store, { name: 'Bench', role: 'VIEWER' }, new Date());
    const { id: userId } = await createUser(setup.store, { nickname: 'Bench', avatar: '', member: false }, new Date());
    await untilReplayed(primary, replica);
    const known = {
      orderId: paid.orderIds[0]!,
      unpaidId: unpaid.orderIds[0]!,
      pluginId: paid.pluginIds[0]!,
      userId,
      key,
    };
    const outcomes = new Map<string, string[]>();
    for (const [name, use] of [...readers, ...writersOf(known)]) {
      const outcome = await use(onReplica).then(() => 'served', refusalOf);
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
    }
    for (const [outcome, names] of outcomes) line(outcome, names.join(', '));
    await printService(program, { ...setup.environment, DATABASE_URL: databaseOn(replica.url, 'reads') });
  } finally {
    await closeStore(onReplica);
    await setup.close();
    await run(primary.url, 'DROP DATABASE reads WITH (FORCE)');
  }
}

/** A process of its own for reports. */
async function printService(program: ServiceBundle, environment: Record<string, string>): Promise<void> {
  const service = startServiceProcess(program, { ...environment, RUN: 'api' });
  try {
    const admin = adminClient(String((await service.ready).url), environment['ADMIN_TOKEN']!);
    const list = await admin(OrderIdsDocument, {}).then(() => 'served', String);
    const change = await admin(CreateUserDocument, { input: { nickname: 'Nobody' } }).then(() => 'served', String);
    line('RUN=api on it, with ADMIN_TOKEN: a list; a change', `${list}; ${change}`);
  } finally {
    await service.end();
  }
}

const page = { size: 20, direction: 'forward' as const, after: null, before: null };
const day = { from: new Date(Date.now() - 86_400_000), to: new Date(), bucketSeconds: 3600 };

const readers: Use[] = [
  ['orders', (store) => findOrderPage(store, {}, page)],
  ['orders that are unacknowledged', (store) => findOrderPage(store, { unacknowledged: true }, page)],
  ['totalCount of orders', (store) => countOrders(store, {})],
  ['deliveries', (store) => findDeliveries(store, { status: 'PENDING' }, page)],
  ['deliveryAttempts', (store) => findAttemptPage(store, {}, page)],
  ['deliveryStats', (store) => findDeliveryStats(store, { ...day, pluginId: undefined, now: day.to })],
  ['the gauges of /metrics', (store) => measureDeliveries(store, day.to)],
  ['goods', (store) => findGoodsPage(store, {}, page)],
  ['users', (store) => findUsers(store, 'Some', page)],
  ['plugins', (store) => findPlugins(store, 'plugin', page)],
  ['auditLog', (store) => findAuditEntries(store, page)],
  ['rejectedRequests', (store) => findRejectedRequests(store, undefined, page)],
];

function writersOf({ orderId, unpaidId, pluginId, userId, key }: Known): Use[] {
  const now = new Date();
  const goods = { pluginId, title: 'Goods', totalFeeFen: 100, payLimit: 0, source: 'API' as const };
  const claim = {
    now,
    clock: () => now,
    worker: 'bench:1',
    leaseMs: 40_000,
    limit: 10,
    limitPerPlugin: 10,
    inFlight: new Map(),
  };
  return [
    ['a payment', (store) => payOrder(store, unpaidId)],
    [
      'the sweeper’s claim',
      (store) => startDueAttempts(store, { ...claim, write: () => ({ body: '', previousSigns: [] }) }),
    ],
    ['resendDelivery', (store) => requestResend(store, orderId, { maxNotifications: 5, delaysSeconds: [15] }, now)],
    ['retention', (store) => removeExpired(store, now)],
    ['POST /goods', (store) => createGoods(store, goods, now)],
    ['issueAccessToken', (store) => issueAccessToken(store, { pluginId, userId, ttlSeconds: 60 }, now)],
    ['a staff key’s first use in a minute', (store) => findKeyHolder(store, key, now)],
  ];
}

function refusalOf(error: unknown): string {
  const { meta, message } = error as {
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
    message: string;
  };
  const code = meta?.driverAdapterError?.cause?.originalCode;
  return code ? `refused with ${code}` : `refused: ${message.slice(-80)}`;
}

async function untilReplayed(primary: DebianPostgres, replica: DebianPostgres): Promise<void> {
  const { rows } = await run(primary.url, 'SELECT pg_current_wal_lsn()::text AS lsn');
  const { lsn } = rows[0] as { lsn: string };
  for (;;) {
    const replayed = await run(replica.url, `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS "isReplayed"`);
    if ((replayed.rows[0] as { isReplayed: boolean }).isReplayed) return;
  }
}
