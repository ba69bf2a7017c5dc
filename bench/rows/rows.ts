import type { Row } from '../harness/context.ts';
import { bytes } from './bytes.ts';
import { callbacks, onePlugin } from './callbacks.ts';
import { latency } from './callbackLatency.ts';
import { manyDeliveries } from './manyDeliveries.ts';
import { payOrder } from './payOrder.ts';
import { coldStart, memory } from './process.ts';
import { baseInfo, goods, paymentsRecord } from './signedRequests.ts';
import { staffQuery } from './staffQuery.ts';

/** All rows, in the order in which they are measured. */
export const rows: readonly Row[] = [
  paymentsRecord,
  baseInfo,
  goods,
  payOrder,
  staffQuery,
  callbacks,
  onePlugin,
  latency,
  manyDeliveries,
  memory,
  coldStart,
  bytes,
];
