import * as parameters from './parameters.ts';
import type { EndpointRules } from './specifiedEndpoints.ts';

/**
 * The endpoints with which a developer rehearses without staff, for sandbox plugins only. For any other plugin there is
 * nothing at their paths. Their files in src/rest/sandbox have the same names.
 */
export const sandboxEndpoints = {
  sandboxUser: {
    method: 'POST',
    path: '/sandbox/users',
    parameters: { nickname: parameters.sandboxNickname },
    refusals: ['PATH_NOT_FOUND', 'SANDBOX_FULL'],
  },
  sandboxOrder: {
    method: 'POST',
    path: '/sandbox/orders',
    parameters: {
      access_token: parameters.accessToken,
      goods_id: parameters.goodsId,
      out_order_id: parameters.newOutOrderId,
      attach: parameters.attach,
    },
    refusals: ['PATH_NOT_FOUND', 'ACCESS_TOKEN_UNKNOWN', 'GOODS_NOT_FOUND', 'SANDBOX_CONFLICT', 'SANDBOX_FULL'],
  },
  sandboxPayment: {
    method: 'POST',
    path: '/sandbox/payments',
    parameters: { out_order_id: parameters.outOrderId },
    refusals: ['PATH_NOT_FOUND', 'ORDER_NOT_FOUND', 'SANDBOX_CONFLICT'],
  },
  sandboxCallback: {
    method: 'POST',
    path: '/sandbox/callbacks',
    parameters: {},
    refusals: ['PATH_NOT_FOUND', 'SANDBOX_CONFLICT'],
  },
  sandboxAnswer: {
    method: 'POST',
    path: '/sandbox/answers',
    parameters: {
      order_id: parameters.orderId,
      attempt: parameters.attemptNumber,
      lease: parameters.lease,
      http_status: parameters.httpStatus,
      body: parameters.answerBody,
      truncated: parameters.truncated,
      content_encoding: parameters.answerHeader,
      location: parameters.answerHeader,
      url: parameters.calledUrl,
      failure: parameters.failure,
      error: parameters.failureError,
      duration_ms: parameters.durationMs,
    },
    oneOf: ['http_status', 'failure'],
    refusals: ['PATH_NOT_FOUND', 'ORDER_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'SANDBOX_CONFLICT'],
  },
} as const satisfies Record<string, EndpointRules>;
