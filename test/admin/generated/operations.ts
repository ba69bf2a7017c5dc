/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How an attempt ended. */
export type AttemptOutcome =
  /** The worker died or was stopped meanwhile; whether it arrived is unknown. */
  | 'ABANDONED'
  /** Answered with SUCCESS. */
  | 'ACKNOWLEDGED'
  /** The host of the callback URL has an address that may not be called. */
  | 'ADDRESS_REFUSED'
  /** DNS, refused, reset, truncated or protocol error. */
  | 'CONNECTION_FAILED'
  /** Answered with 3xx; redirects are never followed. */
  | 'REDIRECTED'
  /** The row was written before the POST; it runs, or its worker has died and it will be ABANDONED. */
  | 'STARTED'
  /** No complete answer in time. */
  | 'TIMED_OUT'
  /** No secure connection; certificates are always verified. */
  | 'TLS_FAILED'
  /** Answered with 2xx, but not with SUCCESS. */
  | 'UNEXPECTED_BODY'
  /** Answered with a status that is neither 2xx nor 3xx. */
  | 'UNEXPECTED_STATUS';

/** Why an attempt was made. */
export type AttemptTrigger =
  /** By the schedule. */
  | 'AUTOMATIC'
  /** Requested by staff, besides the automatic ones. */
  | 'MANUAL';

/** The delivery to cancel. */
export type CancelDeliveryInput = {
  /** order_id. */
  orderId: string;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The callback URL to check. */
export type CheckCallbackUrlInput = {
  /** Signs the test message with the secret of this plugin. Left out: with a secret that nobody has. */
  pluginId?: string | null | undefined;
  /** An absolute http or https URL. */
  url: string;
};

/** A new key of this API. */
export type CreateApiKeyInput = {
  /** The person or program that uses it, for the audit log. 1 to 100 characters, none of them invisible, without white space at either end. The service's own names, ADMIN_TOKEN and reseal, are refused. */
  name: string;
  /** The rights of the key. */
  role: Role;
};

/** The orders for which to create deliveries. All given conditions must hold. */
export type CreateDeliveriesInput = {
  /** True: only count, and change nothing. Must not be null. */
  dryRun?: boolean | null | undefined;
  /** Paid at this time or later. Must not be null. */
  paidFrom?: string | null | undefined;
  /** Paid before this time. Must not be null. */
  paidTo?: string | null | undefined;
  /** Only orders of this plugin. */
  pluginId: string;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The goods to create. */
export type CreateGoodsInput = {
  /** How many orders of these goods may be paid; 0 is unlimited. */
  payLimit?: number | null | undefined;
  /** The plugin that sells them. */
  pluginId: string;
  /** 1 to 50 characters. */
  title: string;
  /** Price in fen (1/100 of the currency unit), at least 1. */
  totalFee: number;
};

/** The order to create. */
export type CreateOrderInput = {
  /** At most 256 characters. */
  attach?: string | null | undefined;
  /** The goods that are bought. */
  goodsId: string;
  /** 6 to 64 characters, none of them invisible; unique in the plugin. */
  outOrderId?: string | null | undefined;
  /** The user who buys them. */
  userId: string;
};

/** The plugin to create. */
export type CreatePluginInput = {
  /** An absolute http or https URL. */
  callbackUrl?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /** True: a sandbox plugin, for rehearsals of its developer. It can never become live. */
  sandbox?: boolean | null | undefined;
};

/** The user to create. */
export type CreateUserInput = {
  /** An absolute http or https URL, or empty. */
  avatar?: string | null | undefined;
  /** A member of the platform. */
  member?: boolean | null | undefined;
  /** 1 to 64 characters. */
  nickname: string;
};

/** All given conditions must hold. */
export type DeliveryAttemptFilter = {
  /** For this order. */
  orderId?: string | null | undefined;
  /** With this outcome. */
  outcome?: AttemptOutcome | null | undefined;
  /** To the developer of this plugin. */
  pluginId?: string | null | undefined;
  /** True: only rows of sandbox plugins. Otherwise only live rows, even if pluginId names a sandbox plugin. The lists of a Plugin always have the rows of that plugin. */
  sandbox?: boolean | null | undefined;
  /** Started at this instant or later. */
  startedFrom?: string | null | undefined;
  /** Started before this instant. */
  startedTo?: string | null | undefined;
};

/** All given conditions must hold. */
export type DeliveryFilter = {
  /** Created at this instant or later. */
  createdFrom?: string | null | undefined;
  /** Created before this instant. */
  createdTo?: string | null | undefined;
  /** A notification is due before this instant. */
  dueBefore?: string | null | undefined;
  /** Only of this plugin. */
  pluginId?: string | null | undefined;
  /** True: only rows of sandbox plugins. Otherwise only live rows, even if pluginId names a sandbox plugin. The lists of a Plugin always have the rows of that plugin. */
  sandbox?: boolean | null | undefined;
  /** In this state. */
  status?: DeliveryStatus | null | undefined;
};

/** How far a delivery has come. */
export type DeliveryStatus =
  /** Ended by staff. */
  | 'CANCELLED'
  /** Acknowledged by the developer. */
  | 'DELIVERED'
  /** Not acknowledged, and no automatic notification is left. */
  | 'EXHAUSTED'
  /** Not acknowledged; notifications are scheduled or under way. */
  | 'PENDING';

/** A request as a developer describes it; it need not have reached the service. At most 8 KiB of text in all. */
export type DiagnoseSignatureInput = {
  /** In the order sent, from the query, the body or both; with or without sign; at most 100. */
  parameters: Array<ParameterInput>;
  /** The plugin whose secrets to try. */
  pluginId: string;
  /** For a request of rejectedRequests: its time, with the parameters of its canonicalString. What the service did not keep is then not taken for what was sent: only the timestamp is judged, as of that time. */
  refusedAt?: string | null | undefined;
  /** The signature that was sent. */
  sign: string;
  /** The string that the developer signed, if they know it. */
  signedString?: string | null | undefined;
  /** The URL that the developer calls, such as https://api.example.com/v1/goods, or its path. It tells which parameters are required, and whether it was signed too: the signature alone does not show a host or an unusual path before the parameters. */
  url?: string | null | undefined;
};

/** All given conditions must hold. */
export type GoodsFilter = {
  /** Only of this plugin. */
  pluginId?: string | null | undefined;
  /** True: only rows of sandbox plugins. Otherwise only live rows, even if pluginId names a sandbox plugin. The lists of a Plugin always have the rows of that plugin. */
  sandbox?: boolean | null | undefined;
  /** Only with this source. */
  source?: GoodsSource | null | undefined;
  /** A part of the title (upper and lower case are the same), or the whole id. */
  titleContains?: string | null | undefined;
};

/** Where goods were created. */
export type GoodsSource =
  /** Through POST /goods; never in the developer console's list. */
  | 'API'
  /** In the developer console. */
  | 'CONSOLE';

/** The user who logs in, and the plugin. */
export type IssueAccessTokenInput = {
  /** plugin_id. */
  pluginId: string;
  /** The user's id. */
  userId: string;
};

/** All given conditions must hold. */
export type OrderFilter = {
  /** Created at this instant or later. */
  createdFrom?: string | null | undefined;
  /** Created before this instant. */
  createdTo?: string | null | undefined;
  /** Only of these goods. */
  goodsId?: string | null | undefined;
  /** Bought by the user with this open_id. */
  openId?: string | null | undefined;
  /** With this out_order_id. */
  outOrderId?: string | null | undefined;
  /** Paid at this instant or later. */
  paidFrom?: string | null | undefined;
  /** Paid before this instant. */
  paidTo?: string | null | undefined;
  /** Only of this plugin. */
  pluginId?: string | null | undefined;
  /** True: only rows of sandbox plugins. Otherwise only live rows, even if pluginId names a sandbox plugin. The lists of a Plugin always have the rows of that plugin. */
  sandbox?: boolean | null | undefined;
  /** An order_id, an out_order_id, an open_id, a goods_id, or a part of the title of the goods. It may be written as a caller reads it out: full-width characters are the same as ordinary ones; white space, invisible characters and a # before it need not be there. Upper and lower case are the same in a title. The others are found as they are given, in lower case and in upper case. */
  search?: string | null | undefined;
  /** In this state. */
  status?: OrderStatus | null | undefined;
  /** True: paid, and the developer has never acknowledged it. False: all others. */
  unacknowledged?: boolean | null | undefined;
  /** Bought by this user. */
  userId?: string | null | undefined;
};

/** Whether an order is paid. */
export type OrderStatus =
  /** The payment is recorded; it is final. */
  | 'PAID'
  /** Created, and no payment recorded. */
  | 'UNPAID';

/** A parameter of a request. */
export type ParameterInput = {
  /** The name as it was sent. */
  name: string;
  /** The decoded value, as a program passes it to its HTTP client. */
  value: string;
};

/** The payment to record. */
export type PayOrderInput = {
  /** order_id. */
  orderId: string;
  /** When the user paid; left out: now. At most 10 minutes before the order was created. */
  paidAt?: string | null | undefined;
};

/** Why a payment was refused. */
export type PaymentRefusal =
  /** The order was paid at another time. The user may have paid twice. */
  | 'ALREADY_PAID'
  /** paidAt was in the future, long before the order was created, or before 1970: a mistaken time zone or clock. The user may have paid. */
  | 'IMPLAUSIBLE_PAID_AT'
  /** The goods are sold out: as many orders were paid as there may be. The user may be due a refund. */
  | 'SOLD_OUT';

/** The resend to request. */
export type ResendDeliveriesInput = {
  /** True: only count, and change nothing. Must not be null. */
  dryRun?: boolean | null | undefined;
  /** At least one condition, and none of them null. */
  filter: DeliveryFilter;
  /** Leaves out deliveries for which a resend was requested at this time or later, whether it was sent or not. To continue after a partial call, send its requestedAt; if its answer was lost, the time at which you made it. Leave it out rather than send null. */
  notAskedSince?: string | null | undefined;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The resend to request. */
export type ResendDeliveryInput = {
  /** order_id. */
  orderId: string;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The resend to request. */
export type ResendOrdersInput = {
  /** Stops after the batch (a few hundred orders) in which this number is reached. isPartial is true if orders are left. Leave it out rather than send null. */
  atMost?: number | null | undefined;
  /** The orders. No condition may be null. */
  filter: OrderFilter;
  /** Leaves out orders for which a resend was requested at this time or later, and orders that were paid later. To continue after a partial call: the same value, or its requestedAt if you sent none. To be able to repeat a call whose answer is lost, send the `at` of the preview from the start. Leave it out rather than send null. */
  notAskedSince?: string | null | undefined;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The plugin whose secret to replace. */
export type ResetPluginSecretInput = {
  /** The time for which the old secret still verifies requests, at most 30 days. */
  overlapSeconds?: number | null | undefined;
  /** plugin_id. */
  pluginId: string;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The key to revoke. */
export type RevokeApiKeyInput = {
  /** The id that createApiKey returned and apiKeys lists. */
  id: string;
};

/** The rights of a key. Each role may do everything that the roles before it may do. */
export type Role =
  /** Also changes plugins, users, goods, orders, access tokens, secrets and keys, and reads the keys and the audit log. */
  | 'ADMIN'
  /** Also records payments, resends and cancels callbacks, and checks callback URLs. */
  | 'OPERATOR'
  /** Reads. */
  | 'VIEWER';

/** The changes. A field that is left out keeps its value. */
export type UpdatePluginInput = {
  /** An absolute http or https URL; null removes it. */
  callbackUrl?: string | null | undefined;
  /** True: due deliveries wait; nothing is lost or counted. */
  deliveriesPaused?: boolean | null | undefined;
  /** plugin_id. */
  id: string;
  /** 1 to 100 characters. */
  name?: string | null | undefined;
  /** The reason, for the audit log; at most 500 characters. */
  reason?: string | null | undefined;
};

/** The changes. A field that is left out keeps its value. */
export type UpdateUserInput = {
  /** An absolute http or https URL, or empty. */
  avatar?: string | null | undefined;
  /** The user's id. */
  id: string;
  /** A member of the platform. */
  member?: boolean | null | undefined;
  /** 1 to 64 characters. */
  nickname?: string | null | undefined;
};

export type ApiKeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, name: string, role: Role, createdAt: string, lastUsedAt: string | null, revokedAt: string | null } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ApiKeyIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ApiKeyIdsQuery = { apiKeys: { edges: Array<{ node: { id: string } }> } };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { id: string, key: string } };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string } };

export type AuditLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, at: string, actor: string, actorKeyId: string | null, action: string, target: string, reason: string | null, detail: string } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type DeliveryFieldsFragment = { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { id: string }, plugin: { id: string } };

export type AttemptFieldsFragment = { id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string };

export type DeliveryQueryVariables = Exact<{
  orderId: string;
}>;


export type DeliveryQuery = { delivery: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, attempts: Array<{ id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string, delivery: { status: DeliveryStatus } }>, order: { id: string }, plugin: { id: string } } | null };

export type DeliveriesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeliveryFilter | null | undefined;
}>;


export type DeliveriesQuery = { deliveries: { totalCount: number, edges: Array<{ cursor: string, node: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { id: string }, plugin: { id: string } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type DeliveryPageQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeliveryFilter | null | undefined;
}>;


export type DeliveryPageQuery = { deliveries: { edges: Array<{ cursor: string, node: { order: { id: string } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type ResendDeliveryMutationVariables = Exact<{
  input: ResendDeliveryInput;
}>;


export type ResendDeliveryMutation = { resendDelivery: { delivery: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { id: string }, plugin: { id: string } } } };

export type ResendDeliveriesMutationVariables = Exact<{
  input: ResendDeliveriesInput;
}>;


export type ResendDeliveriesMutation = { resendDeliveries: { count: number, isPartial: boolean, requestedAt: string } };

export type CreateDeliveriesMutationVariables = Exact<{
  input: CreateDeliveriesInput;
}>;


export type CreateDeliveriesMutation = { createDeliveries: { count: number, isPartial: boolean } };

export type CancelDeliveryMutationVariables = Exact<{
  input: CancelDeliveryInput;
}>;


export type CancelDeliveryMutation = { cancelDelivery: { delivery: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { id: string }, plugin: { id: string } } } };

export type CheckCallbackUrlMutationVariables = Exact<{
  input: CheckCallbackUrlInput;
}>;


export type CheckCallbackUrlMutation = { checkCallbackUrl: { ok: boolean, problems: Array<string>, resolvedAddresses: Array<string>, durationMs: number | null, httpStatus: number | null, responseBody: string | null } };

export type DeliveryTimesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: DeliveryFilter | null | undefined;
}>;


export type DeliveryTimesQuery = { deliveries: { edges: Array<{ cursor: string, node: { createdAt: string } }> } };

export type WidestDeliveriesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type WidestDeliveriesQuery = { deliveries: { totalCount: number, edges: Array<{ node: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { openId: string, id: string, notification: { message: string } }, plugin: { name: string, id: string }, attempts: Array<{ id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string }> } }> } };

export type DeliveryAttemptsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeliveryAttemptFilter | null | undefined;
}>;


export type DeliveryAttemptsQuery = { deliveryAttempts: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string, delivery: { order: { id: string } } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type AttemptIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeliveryAttemptFilter | null | undefined;
}>;


export type AttemptIdsQuery = { deliveryAttempts: { edges: Array<{ cursor: string, node: { id: string } }> } };

export type WidestAttemptsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type WidestAttemptsQuery = { deliveryAttempts: { totalCount: number, edges: Array<{ node: { id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string, delivery: { status: DeliveryStatus, order: { openId: string, user: { nickname: string } }, plugin: { name: string }, attempts: Array<{ number: number }> } } }> } };

export type DeliveryStatsQueryVariables = Exact<{
  from: string;
  to: string;
  bucketSeconds: number;
  pluginId?: string | null | undefined;
}>;


export type DeliveryStatsQuery = { deliveryStats: { pending: number, overdue: number, oldestUnacknowledgedSeconds: number | null, buckets: Array<{ start: string, attempts: number, acknowledged: number, failed: number, durationMsP50: number | null, durationMsP99: number | null }> } };

export type DiagnoseSignatureQueryVariables = Exact<{
  input: DiagnoseSignatureInput;
}>;


export type DiagnoseSignatureQuery = { diagnoseSignature: { valid: boolean, canonicalString: string, findings: Array<{ code: string, message: string, phrases: Array<{ code: string, values: string }> }> } };

export type GoodsFieldsFragment = { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } };

export type GoodsQueryVariables = Exact<{
  id: string;
}>;


export type GoodsQuery = { goods: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } } | null };

export type CreateGoodsMutationVariables = Exact<{
  input: CreateGoodsInput;
}>;


export type CreateGoodsMutation = { createGoods: { goods: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } } } };

export type GoodsListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: GoodsFilter | null | undefined;
}>;


export type GoodsListQuery = { goodsList: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type GoodsLastQueryVariables = Exact<{
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: GoodsFilter | null | undefined;
}>;


export type GoodsLastQuery = { goodsList: { edges: Array<{ cursor: string, node: { id: string } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type GoodsIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: GoodsFilter | null | undefined;
}>;


export type GoodsIdsQuery = { goodsList: { edges: Array<{ cursor: string, node: { id: string } }> } };

export type WidestGoodsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type WidestGoodsQuery = { goodsList: { totalCount: number, edges: Array<{ node: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { name: string, id: string, secrets: Array<{ hint: string }> } } }> } };

export type OrderFieldsFragment = { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { id: string }, goods: { id: string }, user: { id: string } };

export type OrderQueryVariables = Exact<{
  id: string;
}>;


export type OrderQuery = { order: { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { id: string }, goods: { id: string }, user: { id: string } } | null };

export type OrderNotificationQueryVariables = Exact<{
  id: string;
}>;


export type OrderNotificationQuery = { order: { delivery: { status: DeliveryStatus } | null, notification: { code: string, message: string, nextAttemptAt: string | null } } | null };

export type CreateOrderMutationVariables = Exact<{
  input: CreateOrderInput;
}>;


export type CreateOrderMutation = { createOrder: { order: { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { id: string }, goods: { id: string }, user: { id: string } } } };

export type PayOrderMutationVariables = Exact<{
  input: PayOrderInput;
}>;


export type PayOrderMutation = { payOrder: { order: { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { id: string }, goods: { id: string }, user: { id: string } } } };

export type OrdersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: OrderFilter | null | undefined;
}>;


export type OrdersQuery = { orders: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { id: string }, goods: { id: string }, user: { id: string } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type OrderIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: OrderFilter | null | undefined;
}>;


export type OrderIdsQuery = { orders: { edges: Array<{ cursor: string, node: { id: string } }> } };

export type OrderTotalQueryVariables = Exact<{
  filter?: OrderFilter | null | undefined;
}>;


export type OrderTotalQuery = { orders: { totalCount: number } };

export type WidestOrdersQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type WidestOrdersQuery = { orders: { totalCount: number, edges: Array<{ node: { id: string, openId: string, outOrderId: string | null, attach: string, body: string, payFee: number, status: OrderStatus, createdAt: string, paidAt: string | null, plugin: { name: string, id: string }, goods: { title: string, id: string, plugin: { name: string } }, user: { nickname: string, id: string }, delivery: { status: DeliveryStatus, acknowledgedAt: string | null, attempts: Array<{ id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string }> } | null, notification: { message: string } } }> } };

export type PageFieldsFragment = { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null };

export type PhrasesQueryVariables = Exact<{
  id: string;
}>;


export type PhrasesQuery = { order: { notification: { message: string, phrases: Array<{ code: string, values: string }> }, delivery: { attempts: Array<{ hint: string | null, message: string, hintPhrase: { code: string, values: string } | null, phrases: Array<{ code: string, values: string }> }> } | null } | null };

export type PluginBacklogsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type PluginBacklogsQuery = { pluginBacklogs: Array<{ orders: number, longestWaitSeconds: number, recentAttempts: number, recentAcknowledged: number, lastAcknowledgedAt: string | null, plugin: { id: string } }> };

export type PluginFieldsFragment = { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> };

export type PluginQueryVariables = Exact<{
  id: string;
}>;


export type PluginQuery = { plugin: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } | null };

export type CreatePluginMutationVariables = Exact<{
  input: CreatePluginInput;
}>;


export type CreatePluginMutation = { createPlugin: { secret: string, plugin: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } } };

export type UpdatePluginMutationVariables = Exact<{
  input: UpdatePluginInput;
}>;


export type UpdatePluginMutation = { updatePlugin: { plugin: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } } };

export type ResetPluginSecretMutationVariables = Exact<{
  input: ResetPluginSecretInput;
}>;


export type ResetPluginSecretMutation = { resetPluginSecret: { secret: string, plugin: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } } };

export type PluginsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type PluginsQuery = { plugins: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PluginListsQueryVariables = Exact<{
  first?: number | null | undefined;
  inner?: number | null | undefined;
  ordersAfter?: string | null | undefined;
  deliveriesAfter?: string | null | undefined;
  orders?: OrderFilter | null | undefined;
  deliveries?: DeliveryFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type PluginListsQuery = { plugins: { edges: Array<{ node: { id: string, consoleGoods: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, source: GoodsSource, createdAt: string } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } }, orders: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, openId: string, outOrderId: string | null, attach: string, createdAt: string, paidAt: string | null } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } }, deliveries: { totalCount: number, edges: Array<{ cursor: string, node: { nextAttemptAt: string | null, createdAt: string, order: { id: string } } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } } }> } };

export type PluginIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type PluginIdsQuery = { plugins: { edges: Array<{ cursor: string, node: { id: string, name: string } }> } };

export type WidestPluginsQueryVariables = Exact<{
  first?: number | null | undefined;
  inner?: number | null | undefined;
}>;


export type WidestPluginsQuery = { plugins: { totalCount: number, edges: Array<{ node: { id: string, name: string, callbackUrl: string | null, deliveriesPaused: boolean, createdAt: string, consoleGoods: { totalCount: number, edges: Array<{ node: { id: string, title: string } }> }, orders: { totalCount: number, edges: Array<{ node: { id: string, openId: string, goods: { title: string }, user: { nickname: string }, delivery: { status: DeliveryStatus } | null, notification: { message: string } } }> }, deliveries: { totalCount: number, edges: Array<{ node: { status: DeliveryStatus, acknowledgedAt: string | null, attempts: Array<{ id: string, number: number, trigger: AttemptTrigger, outcome: AttemptOutcome, scheduledAt: string, startedAt: string, finishedAt: string | null, url: string, requestBody: string, httpStatus: number | null, responseBody: string | null, responseTruncated: boolean, error: string | null, hint: string | null, durationMs: number | null, dnsMs: number | null, connectMs: number | null, firstByteMs: number | null, remoteAddress: string | null, worker: string }> } }> }, secrets: Array<{ id: string, hint: string, createdAt: string, expiresAt: string | null }> } }> } };

export type RefusedPaymentFieldsFragment = { id: string, reason: PaymentRefusal, paidAt: string | null, at: string, lastAt: string, count: number, actor: string | null, actorKeyId: string | null };

export type RefusedPaymentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  pluginId?: string | null | undefined;
}>;


export type RefusedPaymentsQuery = { refusedPayments: { totalCount: number, edges: Array<{ node: { id: string, reason: PaymentRefusal, paidAt: string | null, at: string, lastAt: string, count: number, actor: string | null, actorKeyId: string | null, order: { id: string, status: OrderStatus } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type OrderRefusedPaymentsQueryVariables = Exact<{
  id: string;
}>;


export type OrderRefusedPaymentsQuery = { order: { refusedPayments: Array<{ id: string, reason: PaymentRefusal, paidAt: string | null, at: string, lastAt: string, count: number, actor: string | null, actorKeyId: string | null }>, notification: { code: string, message: string } } | null };

export type RejectedRequestFieldsFragment = { id: string, at: string, endpoint: string, pluginId: string | null, sandbox: boolean, status: number, reason: string, canonicalString: string | null, skewSeconds: number | null, remoteAddress: string | null };

export type RejectedRequestsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  pluginId?: string | null | undefined;
  sandbox?: boolean | null | undefined;
}>;


export type RejectedRequestsQuery = { rejectedRequests: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, at: string, endpoint: string, pluginId: string | null, sandbox: boolean, status: number, reason: string, canonicalString: string | null, skewSeconds: number | null, remoteAddress: string | null } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, endCursor: string | null } } };

export type ResendPreviewQueryVariables = Exact<{
  filter: OrderFilter;
}>;


export type ResendPreviewQuery = { resendPreview: { at: string, orders: number, alreadyAsked: number, withoutCallbackUrl: number, plugins: Array<{ orders: number, plugin: { id: string } }> } };

export type ResendOrdersMutationVariables = Exact<{
  input: ResendOrdersInput;
}>;


export type ResendOrdersMutation = { resendOrders: { count: number, isPartial: boolean, requestedAt: string } };

export type KindOfRowsQueryVariables = Exact<{
  sandbox?: boolean | null | undefined;
  pluginId?: string | null | undefined;
  from: string;
  to: string;
}>;


export type KindOfRowsQuery = { plugins: { totalCount: number, edges: Array<{ node: { id: string, sandbox: boolean } }> }, users: { totalCount: number, edges: Array<{ node: { nickname: string } }> }, goodsList: { totalCount: number, edges: Array<{ node: { id: string } }> }, orders: { totalCount: number, edges: Array<{ node: { id: string } }> }, deliveries: { totalCount: number, edges: Array<{ node: { order: { id: string } } }> }, deliveryAttempts: { totalCount: number, edges: Array<{ node: { delivery: { order: { id: string } } } }> }, pluginBacklogs: Array<{ plugin: { id: string } }>, deliveryStats: { pending: number, overdue: number, oldestUnacknowledgedSeconds: number | null, buckets: Array<{ attempts: number }> } };

export type ListsOfPluginQueryVariables = Exact<{
  id: string;
}>;


export type ListsOfPluginQuery = { plugin: { sandbox: boolean, consoleGoods: { totalCount: number }, orders: { totalCount: number }, deliveries: { totalCount: number } } | null };

export type UserFieldsFragment = { id: string, nickname: string, avatar: string, member: boolean };

export type UserQueryVariables = Exact<{
  id: string;
  pluginId: string;
}>;


export type UserQuery = { user: { openId: string | null, id: string, nickname: string, avatar: string, member: boolean } | null };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { user: { id: string, nickname: string, avatar: string, member: boolean } } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { user: { id: string, nickname: string, avatar: string, member: boolean } } };

export type IssueAccessTokenMutationVariables = Exact<{
  input: IssueAccessTokenInput;
}>;


export type IssueAccessTokenMutation = { issueAccessToken: { accessToken: string, openId: string, expiresAt: string } };

export type UsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type UsersQuery = { users: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, nickname: string, avatar: string, member: boolean } }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type UserIdsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type UserIdsQuery = { users: { edges: Array<{ cursor: string, node: { id: string, nickname: string } }> } };

export type WidestUsersQueryVariables = Exact<{
  first?: number | null | undefined;
  pluginId: string;
}>;


export type WidestUsersQuery = { users: { totalCount: number, edges: Array<{ node: { openId: string | null, id: string, nickname: string, avatar: string, member: boolean } }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}
    `, {"fragmentName":"DeliveryFields"}) as unknown as TypedDocumentString<DeliveryFieldsFragment, unknown>;
export const AttemptFieldsFragmentDoc = new TypedDocumentString(`
    fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}
    `, {"fragmentName":"AttemptFields"}) as unknown as TypedDocumentString<AttemptFieldsFragment, unknown>;
export const GoodsFieldsFragmentDoc = new TypedDocumentString(`
    fragment GoodsFields on Goods {
  id
  plugin {
    id
  }
  title
  totalFee
  payLimit
  paidCount
  source
  createdAt
}
    `, {"fragmentName":"GoodsFields"}) as unknown as TypedDocumentString<GoodsFieldsFragment, unknown>;
export const OrderFieldsFragmentDoc = new TypedDocumentString(`
    fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}
    `, {"fragmentName":"OrderFields"}) as unknown as TypedDocumentString<OrderFieldsFragment, unknown>;
export const PageFieldsFragmentDoc = new TypedDocumentString(`
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}
    `, {"fragmentName":"PageFields"}) as unknown as TypedDocumentString<PageFieldsFragment, unknown>;
export const PluginFieldsFragmentDoc = new TypedDocumentString(`
    fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}
    `, {"fragmentName":"PluginFields"}) as unknown as TypedDocumentString<PluginFieldsFragment, unknown>;
export const RefusedPaymentFieldsFragmentDoc = new TypedDocumentString(`
    fragment RefusedPaymentFields on RefusedPayment {
  id
  reason
  paidAt
  at
  lastAt
  count
  actor
  actorKeyId
}
    `, {"fragmentName":"RefusedPaymentFields"}) as unknown as TypedDocumentString<RefusedPaymentFieldsFragment, unknown>;
export const RejectedRequestFieldsFragmentDoc = new TypedDocumentString(`
    fragment RejectedRequestFields on RejectedRequest {
  id
  at
  endpoint
  pluginId
  sandbox
  status
  reason
  canonicalString
  skewSeconds
  remoteAddress
}
    `, {"fragmentName":"RejectedRequestFields"}) as unknown as TypedDocumentString<RejectedRequestFieldsFragment, unknown>;
export const UserFieldsFragmentDoc = new TypedDocumentString(`
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}
    `, {"fragmentName":"UserFields"}) as unknown as TypedDocumentString<UserFieldsFragment, unknown>;
export const ApiKeysDocument = new TypedDocumentString(`
    query ApiKeys($first: Int, $after: String, $last: Int, $before: String) {
  apiKeys(first: $first, after: $after, last: $last, before: $before) {
    edges {
      cursor
      node {
        id
        name
        role
        createdAt
        lastUsedAt
        revokedAt
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const ApiKeyIdsDocument = new TypedDocumentString(`
    query ApiKeyIds($first: Int, $after: String, $last: Int, $before: String) {
  apiKeys(first: $first, after: $after, last: $last, before: $before) {
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ApiKeyIdsQuery, ApiKeyIdsQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    id
    key
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const AuditLogDocument = new TypedDocumentString(`
    query AuditLog($first: Int, $after: String) {
  auditLog(first: $first, after: $after) {
    edges {
      cursor
      node {
        id
        at
        actor
        actorKeyId
        action
        target
        reason
        detail
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;
export const DeliveryDocument = new TypedDocumentString(`
    query Delivery($orderId: ID!) {
  delivery(orderId: $orderId) {
    ...DeliveryFields
    attempts {
      ...AttemptFields
      delivery {
        status
      }
    }
  }
}
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}
fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}`) as unknown as TypedDocumentString<DeliveryQuery, DeliveryQueryVariables>;
export const DeliveriesDocument = new TypedDocumentString(`
    query Deliveries($first: Int, $after: String, $last: Int, $before: String, $filter: DeliveryFilter) {
  deliveries(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        ...DeliveryFields
      }
    }
    pageInfo {
      hasPreviousPage
      hasNextPage
      startCursor
      endCursor
    }
    totalCount
  }
}
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}`) as unknown as TypedDocumentString<DeliveriesQuery, DeliveriesQueryVariables>;
export const DeliveryPageDocument = new TypedDocumentString(`
    query DeliveryPage($first: Int, $after: String, $last: Int, $before: String, $filter: DeliveryFilter) {
  deliveries(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        order {
          id
        }
      }
    }
    pageInfo {
      hasPreviousPage
      hasNextPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<DeliveryPageQuery, DeliveryPageQueryVariables>;
export const ResendDeliveryDocument = new TypedDocumentString(`
    mutation ResendDelivery($input: ResendDeliveryInput!) {
  resendDelivery(input: $input) {
    delivery {
      ...DeliveryFields
    }
  }
}
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}`) as unknown as TypedDocumentString<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const ResendDeliveriesDocument = new TypedDocumentString(`
    mutation ResendDeliveries($input: ResendDeliveriesInput!) {
  resendDeliveries(input: $input) {
    count
    isPartial
    requestedAt
  }
}
    `) as unknown as TypedDocumentString<ResendDeliveriesMutation, ResendDeliveriesMutationVariables>;
export const CreateDeliveriesDocument = new TypedDocumentString(`
    mutation CreateDeliveries($input: CreateDeliveriesInput!) {
  createDeliveries(input: $input) {
    count
    isPartial
  }
}
    `) as unknown as TypedDocumentString<CreateDeliveriesMutation, CreateDeliveriesMutationVariables>;
export const CancelDeliveryDocument = new TypedDocumentString(`
    mutation CancelDelivery($input: CancelDeliveryInput!) {
  cancelDelivery(input: $input) {
    delivery {
      ...DeliveryFields
    }
  }
}
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}`) as unknown as TypedDocumentString<CancelDeliveryMutation, CancelDeliveryMutationVariables>;
export const CheckCallbackUrlDocument = new TypedDocumentString(`
    mutation CheckCallbackUrl($input: CheckCallbackUrlInput!) {
  checkCallbackUrl(input: $input) {
    ok
    problems
    resolvedAddresses
    durationMs
    httpStatus
    responseBody
  }
}
    `) as unknown as TypedDocumentString<CheckCallbackUrlMutation, CheckCallbackUrlMutationVariables>;
export const DeliveryTimesDocument = new TypedDocumentString(`
    query DeliveryTimes($first: Int, $after: String, $filter: DeliveryFilter) {
  deliveries(first: $first, after: $after, filter: $filter) {
    edges {
      cursor
      node {
        createdAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeliveryTimesQuery, DeliveryTimesQueryVariables>;
export const WidestDeliveriesDocument = new TypedDocumentString(`
    query WidestDeliveries($first: Int) {
  deliveries(first: $first) {
    edges {
      node {
        ...DeliveryFields
        order {
          openId
          notification {
            message
          }
        }
        plugin {
          name
        }
        attempts {
          ...AttemptFields
        }
      }
    }
    totalCount
  }
}
    fragment DeliveryFields on Delivery {
  order {
    id
  }
  plugin {
    id
  }
  status
  attemptCount
  maxNotifications
  nextAttemptAt
  acknowledgedAt
  createdAt
}
fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}`) as unknown as TypedDocumentString<WidestDeliveriesQuery, WidestDeliveriesQueryVariables>;
export const DeliveryAttemptsDocument = new TypedDocumentString(`
    query DeliveryAttempts($first: Int, $after: String, $last: Int, $before: String, $filter: DeliveryAttemptFilter) {
  deliveryAttempts(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        ...AttemptFields
        delivery {
          order {
            id
          }
        }
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}
fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<DeliveryAttemptsQuery, DeliveryAttemptsQueryVariables>;
export const AttemptIdsDocument = new TypedDocumentString(`
    query AttemptIds($first: Int, $after: String, $last: Int, $before: String, $filter: DeliveryAttemptFilter) {
  deliveryAttempts(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AttemptIdsQuery, AttemptIdsQueryVariables>;
export const WidestAttemptsDocument = new TypedDocumentString(`
    query WidestAttempts($first: Int) {
  deliveryAttempts(first: $first) {
    edges {
      node {
        ...AttemptFields
        delivery {
          status
          order {
            openId
            user {
              nickname
            }
          }
          plugin {
            name
          }
          attempts {
            number
          }
        }
      }
    }
    totalCount
  }
}
    fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}`) as unknown as TypedDocumentString<WidestAttemptsQuery, WidestAttemptsQueryVariables>;
export const DeliveryStatsDocument = new TypedDocumentString(`
    query DeliveryStats($from: DateTime!, $to: DateTime!, $bucketSeconds: Int!, $pluginId: ID) {
  deliveryStats(
    from: $from
    to: $to
    bucketSeconds: $bucketSeconds
    pluginId: $pluginId
  ) {
    buckets {
      start
      attempts
      acknowledged
      failed
      durationMsP50
      durationMsP99
    }
    pending
    overdue
    oldestUnacknowledgedSeconds
  }
}
    `) as unknown as TypedDocumentString<DeliveryStatsQuery, DeliveryStatsQueryVariables>;
export const DiagnoseSignatureDocument = new TypedDocumentString(`
    query DiagnoseSignature($input: DiagnoseSignatureInput!) {
  diagnoseSignature(input: $input) {
    valid
    canonicalString
    findings {
      code
      message
      phrases {
        code
        values
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DiagnoseSignatureQuery, DiagnoseSignatureQueryVariables>;
export const GoodsDocument = new TypedDocumentString(`
    query Goods($id: ID!) {
  goods(id: $id) {
    ...GoodsFields
  }
}
    fragment GoodsFields on Goods {
  id
  plugin {
    id
  }
  title
  totalFee
  payLimit
  paidCount
  source
  createdAt
}`) as unknown as TypedDocumentString<GoodsQuery, GoodsQueryVariables>;
export const CreateGoodsDocument = new TypedDocumentString(`
    mutation CreateGoods($input: CreateGoodsInput!) {
  createGoods(input: $input) {
    goods {
      ...GoodsFields
    }
  }
}
    fragment GoodsFields on Goods {
  id
  plugin {
    id
  }
  title
  totalFee
  payLimit
  paidCount
  source
  createdAt
}`) as unknown as TypedDocumentString<CreateGoodsMutation, CreateGoodsMutationVariables>;
export const GoodsListDocument = new TypedDocumentString(`
    query GoodsList($first: Int, $after: String, $last: Int, $before: String, $filter: GoodsFilter) {
  goodsList(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        ...GoodsFields
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment GoodsFields on Goods {
  id
  plugin {
    id
  }
  title
  totalFee
  payLimit
  paidCount
  source
  createdAt
}
fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<GoodsListQuery, GoodsListQueryVariables>;
export const GoodsLastDocument = new TypedDocumentString(`
    query GoodsLast($last: Int, $before: String, $filter: GoodsFilter) {
  goodsList(last: $last, before: $before, filter: $filter) {
    edges {
      cursor
      node {
        id
      }
    }
    pageInfo {
      ...PageFields
    }
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<GoodsLastQuery, GoodsLastQueryVariables>;
export const GoodsIdsDocument = new TypedDocumentString(`
    query GoodsIds($first: Int, $after: String, $filter: GoodsFilter) {
  goodsList(first: $first, after: $after, filter: $filter) {
    edges {
      cursor
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GoodsIdsQuery, GoodsIdsQueryVariables>;
export const WidestGoodsDocument = new TypedDocumentString(`
    query WidestGoods($first: Int) {
  goodsList(first: $first) {
    edges {
      node {
        ...GoodsFields
        plugin {
          name
          secrets {
            hint
          }
        }
      }
    }
    totalCount
  }
}
    fragment GoodsFields on Goods {
  id
  plugin {
    id
  }
  title
  totalFee
  payLimit
  paidCount
  source
  createdAt
}`) as unknown as TypedDocumentString<WidestGoodsQuery, WidestGoodsQueryVariables>;
export const OrderDocument = new TypedDocumentString(`
    query Order($id: ID!) {
  order(id: $id) {
    ...OrderFields
  }
}
    fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}`) as unknown as TypedDocumentString<OrderQuery, OrderQueryVariables>;
export const OrderNotificationDocument = new TypedDocumentString(`
    query OrderNotification($id: ID!) {
  order(id: $id) {
    delivery {
      status
    }
    notification {
      code
      message
      nextAttemptAt
    }
  }
}
    `) as unknown as TypedDocumentString<OrderNotificationQuery, OrderNotificationQueryVariables>;
export const CreateOrderDocument = new TypedDocumentString(`
    mutation CreateOrder($input: CreateOrderInput!) {
  createOrder(input: $input) {
    order {
      ...OrderFields
    }
  }
}
    fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}`) as unknown as TypedDocumentString<CreateOrderMutation, CreateOrderMutationVariables>;
export const PayOrderDocument = new TypedDocumentString(`
    mutation PayOrder($input: PayOrderInput!) {
  payOrder(input: $input) {
    order {
      ...OrderFields
    }
  }
}
    fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}`) as unknown as TypedDocumentString<PayOrderMutation, PayOrderMutationVariables>;
export const OrdersDocument = new TypedDocumentString(`
    query Orders($first: Int, $after: String, $last: Int, $before: String, $filter: OrderFilter) {
  orders(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        ...OrderFields
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}
fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<OrdersQuery, OrdersQueryVariables>;
export const OrderIdsDocument = new TypedDocumentString(`
    query OrderIds($first: Int, $after: String, $last: Int, $before: String, $filter: OrderFilter) {
  orders(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    edges {
      cursor
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OrderIdsQuery, OrderIdsQueryVariables>;
export const OrderTotalDocument = new TypedDocumentString(`
    query OrderTotal($filter: OrderFilter) {
  orders(filter: $filter) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<OrderTotalQuery, OrderTotalQueryVariables>;
export const WidestOrdersDocument = new TypedDocumentString(`
    query WidestOrders($first: Int) {
  orders(first: $first) {
    edges {
      node {
        ...OrderFields
        plugin {
          name
        }
        goods {
          title
          plugin {
            name
          }
        }
        user {
          nickname
        }
        delivery {
          status
          acknowledgedAt
          attempts {
            ...AttemptFields
          }
        }
        notification {
          message
        }
      }
    }
    totalCount
  }
}
    fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}
fragment OrderFields on Order {
  id
  plugin {
    id
  }
  goods {
    id
  }
  user {
    id
  }
  openId
  outOrderId
  attach
  body
  payFee
  status
  createdAt
  paidAt
}`) as unknown as TypedDocumentString<WidestOrdersQuery, WidestOrdersQueryVariables>;
export const PhrasesDocument = new TypedDocumentString(`
    query Phrases($id: ID!) {
  order(id: $id) {
    notification {
      message
      phrases {
        code
        values
      }
    }
    delivery {
      attempts {
        hint
        hintPhrase {
          code
          values
        }
        message
        phrases {
          code
          values
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PhrasesQuery, PhrasesQueryVariables>;
export const PluginBacklogsDocument = new TypedDocumentString(`
    query PluginBacklogs($first: Int) {
  pluginBacklogs(first: $first) {
    plugin {
      id
    }
    orders
    longestWaitSeconds
    recentAttempts
    recentAcknowledged
    lastAcknowledgedAt
  }
}
    `) as unknown as TypedDocumentString<PluginBacklogsQuery, PluginBacklogsQueryVariables>;
export const PluginDocument = new TypedDocumentString(`
    query Plugin($id: ID!) {
  plugin(id: $id) {
    ...PluginFields
  }
}
    fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<PluginQuery, PluginQueryVariables>;
export const CreatePluginDocument = new TypedDocumentString(`
    mutation CreatePlugin($input: CreatePluginInput!) {
  createPlugin(input: $input) {
    plugin {
      ...PluginFields
    }
    secret
  }
}
    fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<CreatePluginMutation, CreatePluginMutationVariables>;
export const UpdatePluginDocument = new TypedDocumentString(`
    mutation UpdatePlugin($input: UpdatePluginInput!) {
  updatePlugin(input: $input) {
    plugin {
      ...PluginFields
    }
  }
}
    fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<UpdatePluginMutation, UpdatePluginMutationVariables>;
export const ResetPluginSecretDocument = new TypedDocumentString(`
    mutation ResetPluginSecret($input: ResetPluginSecretInput!) {
  resetPluginSecret(input: $input) {
    plugin {
      ...PluginFields
    }
    secret
  }
}
    fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<ResetPluginSecretMutation, ResetPluginSecretMutationVariables>;
export const PluginsDocument = new TypedDocumentString(`
    query Plugins($first: Int, $after: String, $search: String) {
  plugins(first: $first, after: $after, search: $search) {
    edges {
      cursor
      node {
        ...PluginFields
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}
fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<PluginsQuery, PluginsQueryVariables>;
export const PluginListsDocument = new TypedDocumentString(`
    query PluginLists($first: Int, $inner: Int, $ordersAfter: String, $deliveriesAfter: String, $orders: OrderFilter, $deliveries: DeliveryFilter, $search: String) {
  plugins(first: $first, search: $search) {
    edges {
      node {
        id
        consoleGoods(first: $inner) {
          edges {
            cursor
            node {
              id
              source
              createdAt
            }
          }
          pageInfo {
            ...PageFields
          }
          totalCount
        }
        orders(first: $inner, after: $ordersAfter, filter: $orders) {
          edges {
            cursor
            node {
              id
              openId
              outOrderId
              attach
              createdAt
              paidAt
            }
          }
          pageInfo {
            ...PageFields
          }
          totalCount
        }
        deliveries(first: $inner, after: $deliveriesAfter, filter: $deliveries) {
          edges {
            cursor
            node {
              order {
                id
              }
              nextAttemptAt
              createdAt
            }
          }
          pageInfo {
            ...PageFields
          }
          totalCount
        }
      }
    }
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PluginListsQuery, PluginListsQueryVariables>;
export const PluginIdsDocument = new TypedDocumentString(`
    query PluginIds($first: Int, $after: String, $search: String) {
  plugins(first: $first, after: $after, search: $search) {
    edges {
      cursor
      node {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PluginIdsQuery, PluginIdsQueryVariables>;
export const WidestPluginsDocument = new TypedDocumentString(`
    query WidestPlugins($first: Int, $inner: Int) {
  plugins(first: $first) {
    edges {
      node {
        ...PluginFields
        consoleGoods(first: $inner) {
          edges {
            node {
              id
              title
            }
          }
          totalCount
        }
        orders(first: $inner) {
          edges {
            node {
              id
              openId
              goods {
                title
              }
              user {
                nickname
              }
              delivery {
                status
              }
              notification {
                message
              }
            }
          }
          totalCount
        }
        deliveries(first: $inner) {
          edges {
            node {
              status
              acknowledgedAt
              attempts {
                ...AttemptFields
              }
            }
          }
          totalCount
        }
      }
    }
    totalCount
  }
}
    fragment AttemptFields on DeliveryAttempt {
  id
  number
  trigger
  outcome
  scheduledAt
  startedAt
  finishedAt
  url
  requestBody
  httpStatus
  responseBody
  responseTruncated
  error
  hint
  durationMs
  dnsMs
  connectMs
  firstByteMs
  remoteAddress
  worker
}
fragment PluginFields on Plugin {
  id
  name
  callbackUrl
  deliveriesPaused
  createdAt
  secrets {
    id
    hint
    createdAt
    expiresAt
  }
}`) as unknown as TypedDocumentString<WidestPluginsQuery, WidestPluginsQueryVariables>;
export const RefusedPaymentsDocument = new TypedDocumentString(`
    query RefusedPayments($first: Int, $after: String, $pluginId: ID) {
  refusedPayments(first: $first, after: $after, pluginId: $pluginId) {
    edges {
      node {
        ...RefusedPaymentFields
        order {
          id
          status
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    fragment RefusedPaymentFields on RefusedPayment {
  id
  reason
  paidAt
  at
  lastAt
  count
  actor
  actorKeyId
}`) as unknown as TypedDocumentString<RefusedPaymentsQuery, RefusedPaymentsQueryVariables>;
export const OrderRefusedPaymentsDocument = new TypedDocumentString(`
    query OrderRefusedPayments($id: ID!) {
  order(id: $id) {
    refusedPayments {
      ...RefusedPaymentFields
    }
    notification {
      code
      message
    }
  }
}
    fragment RefusedPaymentFields on RefusedPayment {
  id
  reason
  paidAt
  at
  lastAt
  count
  actor
  actorKeyId
}`) as unknown as TypedDocumentString<OrderRefusedPaymentsQuery, OrderRefusedPaymentsQueryVariables>;
export const RejectedRequestsDocument = new TypedDocumentString(`
    query RejectedRequests($first: Int, $after: String, $pluginId: ID, $sandbox: Boolean) {
  rejectedRequests(
    first: $first
    after: $after
    pluginId: $pluginId
    sandbox: $sandbox
  ) {
    edges {
      cursor
      node {
        ...RejectedRequestFields
      }
    }
    pageInfo {
      hasPreviousPage
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    fragment RejectedRequestFields on RejectedRequest {
  id
  at
  endpoint
  pluginId
  sandbox
  status
  reason
  canonicalString
  skewSeconds
  remoteAddress
}`) as unknown as TypedDocumentString<RejectedRequestsQuery, RejectedRequestsQueryVariables>;
export const ResendPreviewDocument = new TypedDocumentString(`
    query ResendPreview($filter: OrderFilter!) {
  resendPreview(filter: $filter) {
    at
    orders
    alreadyAsked
    withoutCallbackUrl
    plugins {
      plugin {
        id
      }
      orders
    }
  }
}
    `) as unknown as TypedDocumentString<ResendPreviewQuery, ResendPreviewQueryVariables>;
export const ResendOrdersDocument = new TypedDocumentString(`
    mutation ResendOrders($input: ResendOrdersInput!) {
  resendOrders(input: $input) {
    count
    isPartial
    requestedAt
  }
}
    `) as unknown as TypedDocumentString<ResendOrdersMutation, ResendOrdersMutationVariables>;
export const KindOfRowsDocument = new TypedDocumentString(`
    query KindOfRows($sandbox: Boolean, $pluginId: ID, $from: DateTime!, $to: DateTime!) {
  plugins(sandbox: $sandbox) {
    edges {
      node {
        id
        sandbox
      }
    }
    totalCount
  }
  users(sandbox: $sandbox) {
    edges {
      node {
        nickname
      }
    }
    totalCount
  }
  goodsList(filter: {pluginId: $pluginId, sandbox: $sandbox}) {
    edges {
      node {
        id
      }
    }
    totalCount
  }
  orders(first: 20, filter: {pluginId: $pluginId, sandbox: $sandbox}) {
    edges {
      node {
        id
      }
    }
    totalCount
  }
  deliveries(first: 20, filter: {pluginId: $pluginId, sandbox: $sandbox}) {
    edges {
      node {
        order {
          id
        }
      }
    }
    totalCount
  }
  deliveryAttempts(first: 20, filter: {pluginId: $pluginId, sandbox: $sandbox}) {
    edges {
      node {
        delivery {
          order {
            id
          }
        }
      }
    }
    totalCount
  }
  pluginBacklogs(sandbox: $sandbox) {
    plugin {
      id
    }
  }
  deliveryStats(
    from: $from
    to: $to
    bucketSeconds: 86400
    pluginId: $pluginId
    sandbox: $sandbox
  ) {
    buckets {
      attempts
    }
    pending
    overdue
    oldestUnacknowledgedSeconds
  }
}
    `) as unknown as TypedDocumentString<KindOfRowsQuery, KindOfRowsQueryVariables>;
export const ListsOfPluginDocument = new TypedDocumentString(`
    query ListsOfPlugin($id: ID!) {
  plugin(id: $id) {
    sandbox
    consoleGoods {
      totalCount
    }
    orders {
      totalCount
    }
    deliveries {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<ListsOfPluginQuery, ListsOfPluginQueryVariables>;
export const UserDocument = new TypedDocumentString(`
    query User($id: ID!, $pluginId: ID!) {
  user(id: $id) {
    ...UserFields
    openId(pluginId: $pluginId)
  }
}
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}`) as unknown as TypedDocumentString<UserQuery, UserQueryVariables>;
export const CreateUserDocument = new TypedDocumentString(`
    mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    user {
      ...UserFields
    }
  }
}
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}`) as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = new TypedDocumentString(`
    mutation UpdateUser($input: UpdateUserInput!) {
  updateUser(input: $input) {
    user {
      ...UserFields
    }
  }
}
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}`) as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const IssueAccessTokenDocument = new TypedDocumentString(`
    mutation IssueAccessToken($input: IssueAccessTokenInput!) {
  issueAccessToken(input: $input) {
    accessToken
    openId
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<IssueAccessTokenMutation, IssueAccessTokenMutationVariables>;
export const UsersDocument = new TypedDocumentString(`
    query Users($first: Int, $after: String, $search: String) {
  users(first: $first, after: $after, search: $search) {
    edges {
      cursor
      node {
        ...UserFields
      }
    }
    pageInfo {
      ...PageFields
    }
    totalCount
  }
}
    fragment PageFields on PageInfo {
  hasPreviousPage
  hasNextPage
  startCursor
  endCursor
}
fragment UserFields on User {
  id
  nickname
  avatar
  member
}`) as unknown as TypedDocumentString<UsersQuery, UsersQueryVariables>;
export const UserIdsDocument = new TypedDocumentString(`
    query UserIds($first: Int, $after: String, $search: String) {
  users(first: $first, after: $after, search: $search) {
    edges {
      cursor
      node {
        id
        nickname
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UserIdsQuery, UserIdsQueryVariables>;
export const WidestUsersDocument = new TypedDocumentString(`
    query WidestUsers($first: Int, $pluginId: ID!) {
  users(first: $first) {
    edges {
      node {
        ...UserFields
        openId(pluginId: $pluginId)
      }
    }
    totalCount
  }
}
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}`) as unknown as TypedDocumentString<WidestUsersQuery, WidestUsersQueryVariables>;