import type { enActions } from './enActions.ts';

/** The actions of staff in Chinese. */
export const zhActions: typeof enActions = {
  createPlugin: '创建插件',
  updatePlugin: '修改插件',
  resetPluginSecret: '重置密钥',
  createUser: '创建用户',
  updateUser: '修改用户',
  issueAccessToken: '签发访问令牌',
  createGoods: '创建商品',
  createOrder: '创建订单',
  payOrder: '记录支付',
  resendDelivery: '重新发送通知',
  resendDeliveries: '批量重新发送通知',
  resendOrders: '按筛选条件全部重发',
  createDeliveries: '补建缺失的通知',
  cancelDelivery: '取消回调',
  checkCallbackUrl: '检查回调地址',
  createApiKey: '创建 API 密钥',
  revokeApiKey: '吊销 API 密钥',
  signIn: '登录',
  signOut: '退出登录',
  signInWithRevokedKey: '尝试用已吊销的密钥登录',
  reseal: '重新加密密钥',
};
