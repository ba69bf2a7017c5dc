import { fillIn, type Sentence } from '../phrases/sentence.ts';
import type { Refusal } from './refusal.ts';
import type { Language } from './valueProblems.ts';

/**
 * The reasons why a request conflicts with the present state, as parts of a sentence. A name in braces stands for a value.
 * Staff read them in English; developers who rehearse read them in their language.
 */
const reasons = {
  SOLD_OUT: { en: 'the goods are sold out', zh: '商品已售罄' },
  SOLD_OUT_AT_LIMIT: {
    en: 'the goods are sold out: {payLimit} of {payLimit} paid',
    zh: '商品已售罄：限 {payLimit} 次，已支付 {payLimit} 次',
  },
  OUT_ORDER_ID_IS_ORDER_ID: {
    en: 'this out_order_id is the order_id of another order',
    zh: '该 out_order_id 是另一订单的 order_id',
  },
  OUT_ORDER_ID_TAKEN: { en: 'this out_order_id belongs to another order', zh: '该 out_order_id 已属于另一订单' },
  OUT_ORDER_ID_PAID: { en: 'the order with this out_order_id is paid', zh: '该 out_order_id 的订单已支付' },
  OTHER_ATTACH: {
    en: 'the order with this out_order_id has another attach',
    zh: '该 out_order_id 的订单的 attach 与本次不同',
  },
  PAID_BEFORE: { en: 'the order was already paid at {paidAt}', zh: '订单已于 {paidAt} 支付' },
  NOT_PAID: { en: 'the order is not paid', zh: '订单尚未支付' },
  USER_OF_OTHER_SANDBOX: {
    en: 'the user is of the sandbox of another plugin',
    zh: '该用户属于另一插件的沙箱',
  },
  POSTED_BY_SERVICE: {
    en: 'the plugin has a callback URL, and the service posts its callbacks there itself',
    zh: '该插件设有回调地址，回调由平台直接发送到该地址',
  },
  ATTEMPT_OF_SERVICE: { en: 'the service has made this attempt itself', zh: '该次通知由平台自己发送' },
  NO_CALLBACK_URL: { en: 'the plugin has no callback URL', zh: '该插件没有回调地址' },
  DELIVERY_GONE: {
    en: 'the order was acknowledged so long ago that its delivery is gone',
    zh: '订单早已确认，其通知记录已清除',
  },
  DELIVERY_OVER: { en: 'the delivery is {status}', zh: '通知已结束（{status}）' },
  SECRET_UNREADABLE: {
    en:
      'openplug cannot read the secret of the plugin, or a replaced one that is still valid, with the ENCRYPTION_KEY that ' +
      'it was given',
    zh: 'openplug 无法用现有的 ENCRYPTION_KEY 读取该插件的密钥，或一个仍然有效的旧密钥',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type ConflictReason = keyof typeof reasons;
export const conflictReasons = Object.keys(reasons) as ConflictReason[];

/** Returns the facts of a refusal for this reason. */
export function because(why: ConflictReason, values: Record<string, string | number> = {}): Pick<Refusal, 'facts'> {
  return { facts: { ...values, why } };
}

/** Says the reason that is among the facts of a refusal, without a full stop. */
export function describeConflict({ why, ...values }: Refusal['facts'], language: Language): string {
  return fillIn(reasons[why as ConflictReason][language], textsOf(values));
}

/** Returns the sentence about a conflict for staff. */
export function conflictSentence({ why, ...values }: Refusal['facts']): Sentence {
  const text = `Refused: ${describeConflict({ why: why!, ...values }, 'en')}.`;
  return { code: `CONFLICT_${why}`, values: textsOf(values), text };
}

function textsOf(values: Refusal['facts']): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
