import type { Row } from '../harness/context.ts';
import { callbacks, onePlugin } from './callbacks.ts';
import { payOrder } from './payOrder.ts';
import { baseInfo, goods, paymentsRecord } from './signedRequests.ts';

/** All rows, in the order in which they are measured. */
export const rows: readonly Row[] = [paymentsRecord, baseInfo, goods, payOrder, callbacks, onePlugin];
