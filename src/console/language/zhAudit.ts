import type { enAudit } from './enAudit.ts';
import { zhActions } from './zhActions.ts';
import { zhDetails } from './zhDetails.ts';

/** The texts of the audit log in Chinese. */
export const zhAudit: typeof enAudit = {
  none: '还没有任何操作。',
  actions: zhActions,
  details: zhDetails,
  yes: '是',
  no: '否',
  anyNumber: '不限',
  at: '时间',
  actor: '操作者',
  action: '操作',
  target: '对象',
  detail: '详情',
  deliveries: '通知',
  source: { CONSOLE: '员工', API: '开发者' },
  refused: {
    SOLD_OUT: '已售罄',
    ALREADY_PAID: '已在另一时间支付',
    IMPLAUSIBLE_PAID_AT: '支付时间不合理',
  },
};
