/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AttemptOutcome =
  /** The worker died or was stopped meanwhile; whether it arrived is unknown. */
  | 'ABANDONED'
  /** Answered with SUCCESS. */
  | 'ACKNOWLEDGED'
  /** The callback address resolves to a network that may not be called. */
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

export type AttemptTrigger =
  /** By the schedule. */
  | 'AUTOMATIC'
  /** Asked for by staff; outside the automatic ones. */
  | 'MANUAL';

export type CancelDeliveryInput = {
  orderId: string;
  /** Kept for whoever asks later; at most 500 characters. */
  reason?: string | null | undefined;
};

export type CheckCallbackUrlInput = {
  /** Sign with the secret of this plugin; without it the signature is of a secret that nobody has. */
  pluginId?: string | null | undefined;
  /** An absolute http or https URL. */
  url: string;
};

export type CreateGoodsInput = {
  /** How many orders of it may be paid; 0 is unlimited. */
  payLimit?: number | null | undefined;
  pluginId: string;
  /** 1 to 50 characters. */
  title: string;
  /** Price in fen (1/100 of the currency unit), at least 1. */
  totalFee: number;
};

export type CreateOrderInput = {
  /** At most 256 characters. */
  attach?: string | null | undefined;
  goodsId: string;
  /** 6 to 64 characters, unique in the plugin. */
  outOrderId?: string | null | undefined;
  userId: string;
};

export type CreatePluginInput = {
  /** An absolute http or https URL. */
  callbackUrl?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
};

export type CreateUserInput = {
  /** An absolute http or https URL, or empty. */
  avatar?: string | null | undefined;
  member?: boolean | null | undefined;
  /** 1 to 64 characters. */
  nickname: string;
};

/** All given conditions hold. */
export type DeliveryFilter = {
  /** Created at this instant or later. */
  createdFrom?: string | null | undefined;
  /** Created before this instant. */
  createdTo?: string | null | undefined;
  /** A notification is due before this instant. */
  dueBefore?: string | null | undefined;
  pluginId?: string | null | undefined;
  status?: DeliveryStatus | null | undefined;
};

export type DeliveryStatus =
  /** Ended by staff. */
  | 'CANCELLED'
  /** Acknowledged by the developer. */
  | 'DELIVERED'
  /** Not acknowledged, and no automatic notification is left. */
  | 'EXHAUSTED'
  /** Not acknowledged; notifications are scheduled or under way. */
  | 'PENDING';

/** Where goods were created. */
export type GoodsSource =
  /** Through POST /goods; never in the developer console's list. */
  | 'API'
  /** In the developer console. */
  | 'CONSOLE';

export type IssueAccessTokenInput = {
  pluginId: string;
  userId: string;
};

export type OrderStatus =
  | 'PAID'
  | 'UNPAID';

export type PayOrderInput = {
  orderId: string;
  /** When the user paid, if not now. */
  paidAt?: string | null | undefined;
};

export type ResendDeliveriesInput = {
  /** True: only count. */
  dryRun?: boolean | null | undefined;
  /** At least one condition. */
  filter: DeliveryFilter;
  /** Kept for whoever asks later; at most 500 characters. */
  reason?: string | null | undefined;
};

export type ResendDeliveryInput = {
  orderId: string;
  /** Kept for whoever asks later; at most 500 characters. */
  reason?: string | null | undefined;
};

export type ResetPluginSecretInput = {
  /** How long the old secret still verifies requests, at most 30 days. */
  overlapSeconds?: number | null | undefined;
  pluginId: string;
};

/** What is left out keeps its value. */
export type UpdatePluginInput = {
  /** An absolute http or https URL; null removes it. */
  callbackUrl?: string | null | undefined;
  deliveriesPaused?: boolean | null | undefined;
  id: string;
  /** 1 to 100 characters. */
  name?: string | null | undefined;
};

/** What is left out keeps its value. */
export type UpdateUserInput = {
  /** An absolute http or https URL, or empty. */
  avatar?: string | null | undefined;
  id: string;
  member?: boolean | null | undefined;
  /** 1 to 64 characters. */
  nickname?: string | null | undefined;
};

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


export type ResendDeliveriesMutation = { resendDeliveries: { count: number } };

export type CancelDeliveryMutationVariables = Exact<{
  input: CancelDeliveryInput;
}>;


export type CancelDeliveryMutation = { cancelDelivery: { delivery: { status: DeliveryStatus, attemptCount: number, maxNotifications: number, nextAttemptAt: string | null, acknowledgedAt: string | null, createdAt: string, order: { id: string }, plugin: { id: string } } } };

export type CheckCallbackUrlMutationVariables = Exact<{
  input: CheckCallbackUrlInput;
}>;


export type CheckCallbackUrlMutation = { checkCallbackUrl: { ok: boolean, problems: Array<string>, resolvedAddresses: Array<string>, durationMs: number | null, httpStatus: number | null, responseBody: string | null } };

export type GoodsFieldsFragment = { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } };

export type GoodsQueryVariables = Exact<{
  id: string;
}>;


export type GoodsQuery = { goods: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } } | null };

export type CreateGoodsMutationVariables = Exact<{
  input: CreateGoodsInput;
}>;


export type CreateGoodsMutation = { createGoods: { goods: { id: string, title: string, totalFee: number, payLimit: number, paidCount: number, source: GoodsSource, createdAt: string, plugin: { id: string } } } };

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
export const UserFieldsFragmentDoc = new TypedDocumentString(`
    fragment UserFields on User {
  id
  nickname
  avatar
  member
}
    `, {"fragmentName":"UserFields"}) as unknown as TypedDocumentString<UserFieldsFragment, unknown>;
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
  }
}
    `) as unknown as TypedDocumentString<ResendDeliveriesMutation, ResendDeliveriesMutationVariables>;
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