import { orderRecord, type RecordedOrder } from '../rules/records/orderRecord.ts';
import { sandboxAnswerRecord, sandboxCallbackRecord, sandboxUserRecord } from '../rules/records/sandboxRecords.ts';
import { userRecord } from '../rules/records/userRecord.ts';
import { canonicalString } from '../rules/signing/canonicalString.ts';
import { sign, signedEnvelope } from '../rules/signing/signature.ts';
import { unixSeconds } from '../rules/signing/timestamp.ts';
import type { EndpointName } from './documentedEndpoints.ts';

/** The secret of all examples. It is of nobody, and docs/test-vectors.json has it, too. */
export const exampleSecret = '0123456789abcdef0123456789ABCDEF';
export const exampleTime = new Date(1_624_329_435_000);

const parametersOfAll = { plugin_id: 'plugtest', timestamp: unixSeconds(exampleTime) };
const accessToken = 'Tk0123456789abcdefghijklmnopqrst';
const openId = '5f1c0a8e9b7d4236a1e0c4d2f8b6937a';
const goodsId = 'Gd0123456789ABCDEFGHIJKLMNOPQRST';
const orderId = 'Od0123456789ABCDEFGHIJKLMNOPQRST';
const outOrderId = 'A-2021-06-22-0001';
const attach = 'level=7';
const leaseToken = '4f9d3c1e-6a52-4b7e-9c0d-2f8a61b5e733';

/** The parameters of a call of each endpoint, without their signature. */
const parameters: Record<EndpointName, Record<string, string | number>> = {
  baseInfo: { ...parametersOfAll, access_token: accessToken },
  paymentsRecord: { ...parametersOfAll, out_order_id: outOrderId },
  goods: { ...parametersOfAll, access_token: accessToken, title: '会员 1年', total_fee: 100, pay_limit: 1 },
  sandboxUser: { ...parametersOfAll, nickname: '小明' },
  sandboxOrder: {
    ...parametersOfAll,
    access_token: accessToken,
    goods_id: goodsId,
    out_order_id: outOrderId,
    attach,
  },
  sandboxPayment: { ...parametersOfAll, out_order_id: outOrderId },
  sandboxCallback: parametersOfAll,
  sandboxAnswer: {
    ...parametersOfAll,
    order_id: orderId,
    attempt: 1,
    lease: leaseToken,
    http_status: 200,
    body: Buffer.from('SUCCESS').toString('base64'),
    duration_ms: 35,
  },
};

export const exampleCanonicalString = canonicalOf('baseInfo');

/** Returns the parameters of a call of the endpoint, rightly signed. */
export function exampleCall(endpoint: EndpointName): Record<string, string | number> {
  return { ...parameters[endpoint], sign: sign(canonicalOf(endpoint), exampleSecret) };
}

/** Returns the answer of the endpoint to that call. */
export function exampleAnswer(endpoint: EndpointName): object {
  return answers[endpoint]();
}

/** Returns the callback for the order of the examples. */
export function exampleCallback(): object {
  return signedOrder(order);
}

const order = {
  id: orderId,
  pluginId: parametersOfAll.plugin_id,
  goodsId,
  openId,
  outOrderId,
  attach,
  body: '会员 1年',
  payFeeFen: 100,
  createdAt: new Date(exampleTime.getTime() - 95_000),
  paidAt: new Date(exampleTime.getTime() - 1_000),
};

const user = { openId, nickname: '小明', avatar: 'https://example.com/avatars/ming.png', member: true };

const fetched = {
  orderId,
  number: 1,
  leaseToken,
  requestBody: JSON.stringify(exampleCallback()),
  previousSigns: [],
};

const acknowledged = { orderId, number: 1, outcome: 'ACKNOWLEDGED', hint: null, isCounted: true };

const sandboxUser = {
  nickname: user.nickname,
  openId,
  accessToken,
  expiresAt: new Date(exampleTime.getTime() + 7200 * 1000),
};

const answers: Record<EndpointName, () => object> = {
  baseInfo: () => signedEnvelope(userRecord(user, exampleTime), exampleSecret),
  paymentsRecord: exampleCallback,
  goods: () => ({ message: goodsId }),
  sandboxUser: () => signedEnvelope(sandboxUserRecord(sandboxUser, exampleTime), exampleSecret),
  sandboxOrder: () => signedOrder({ ...order, paidAt: null }),
  sandboxPayment: exampleCallback,
  sandboxCallback: () => signedEnvelope(sandboxCallbackRecord(fetched, 40_000, exampleTime), exampleSecret),
  sandboxAnswer: () => signedEnvelope(sandboxAnswerRecord(acknowledged, exampleTime), exampleSecret),
};

function signedOrder(given: RecordedOrder): object {
  return signedEnvelope(orderRecord(given, exampleTime, 'Asia/Shanghai'), exampleSecret);
}

function canonicalOf(endpoint: EndpointName): string {
  const texts = Object.entries(parameters[endpoint]).map(([name, value]): [string, string] => [name, String(value)]);
  return canonicalString(new Map(texts));
}
