/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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