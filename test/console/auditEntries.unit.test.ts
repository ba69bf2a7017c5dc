import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { auditActions } from '../../src/store/audit/auditActions.ts';
import { DeliveryStatus, GoodsSource, OrderStatus, PaymentRefusal, Role } from '../../src/store/generated/enums.ts';
import { targetPath } from '../../src/console/audit/targetPath.ts';
import { wordKey } from '../../src/console/audit/wordKeys.ts';
import { en } from '../../src/console/language/en.ts';
import { zh } from '../../src/console/language/zh.ts';

const codes: [fact: string, code: string][] = Object.entries({
  status: { ...OrderStatus, ...DeliveryStatus },
  role: Role,
  source: GoodsSource,
  refused: PaymentRefusal,
  target: { orders: '', deliveries: '' },
}).flatMap(([fact, known]) => Object.keys(known).map((code): [string, string] => [fact, code]));

const languages = i18next.createInstance();
await languages.init({ resources: { en: { translation: en }, zh: { translation: zh } }, fallbackLng: false });

describe('the audit log in words', () => {
  it('has some for each action', () => {
    expect(Object.keys(en.audit.actions).toSorted()).toEqual(Object.keys(auditActions).toSorted());
  });

  it.each(codes)('has some for the code of a fact, in both languages: %s %s', (fact, code) => {
    const key = wordKey(fact, code)!;
    expect(languages.getFixedT('en')(key)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
    expect(languages.getFixedT('zh')(key)).toMatch(/^\p{Script=Han}+$/u);
  });

  it.each([
    ['title', 'PAID'],
    ['status', 'constructor'],
    ['constructor', 'name'],
    ['status', 'OF_A_LATER_VERSION'],
  ])('leaves a text as it is: %s %s', (fact, text) => {
    expect(wordKey(fact, text)).toBeNull();
  });
});

it.each([
  ['updatePlugin', 'abcdefgh', '/plugins/abcdefgh'],
  ['payOrder', 'a/b', '/orders/a%2Fb'],
  ['resendOrders', 'orders', null],
  ['constructor', 'x', null],
])('the target of an entry leads to its page: %s %s', (action, target, path) => {
  expect(targetPath(action, target)).toBe(path);
});
