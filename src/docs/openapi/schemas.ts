import type { AttemptOutcome } from '../../rules/callbacks/judgeResponse.ts';
import { accessTokenLength, checkLookup, checkNickname, checkTitle, longestAttach } from '../../rules/values/values.ts';
import type {
  DocumentTexts,
  FetchedCallbackField,
  OrderField,
  ReportedAttemptField,
  SandboxUserField,
  UserField,
} from './texts/documentTexts.ts';

/** JSON Schema, as far as this document uses it. */
export type Schema = Record<string, unknown>;

/** Returns the schemas of the document, by name. */
export function schemas({ fields }: DocumentTexts): Record<string, Schema> {
  const sign = { type: 'string', pattern: '^[0-9a-f]{64}$', description: fields.sign };
  const records = {
    User: record(userFields, fields.user),
    Order: record(orderFields, fields.order),
    SandboxUser: record(sandboxUserFields, fields.sandboxUser),
    FetchedCallback: record(fetchedCallbackFields, fields.fetchedCallback),
    ReportedAttempt: record(reportedAttemptFields, fields.reportedAttempt),
  };
  const signed = Object.keys(records).map((name) => [`Signed${name}`, record({ resource: reference(name), sign })]);
  return {
    ...records,
    ...(Object.fromEntries(signed) as Record<string, Schema>),
    CreatedGoods: record({ message: { ...identifier, description: fields.createdGoods } }),
    Error: {
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string', minLength: 1, description: fields.error.message },
        errors: {
          type: 'object',
          description: fields.error.errors,
          additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
        },
      },
    },
  };
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const identifier = { type: 'string', pattern: '^[0-9A-Za-z]{32}$' };
const openId = { type: 'string', pattern: '^[0-9a-f]{32}$' };
const wallClock = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
const unixSeconds = { type: 'integer', minimum: 0 };

const userFields: Record<UserField, Schema> = {
  avatar: { type: 'string' },
  member: { type: 'integer', enum: [0, 1] },
  nickname: { type: 'string', minLength: checkNickname.shortest, maxLength: checkNickname.longest },
  open_id: openId,
  timestamp: unixSeconds,
};

const orderFields: Record<OrderField, Schema> = {
  attach: { type: 'string', maxLength: longestAttach },
  body: { type: 'string', minLength: checkTitle.shortest, maxLength: checkTitle.longest },
  created_at: { type: 'string', pattern: `^${wallClock}$` },
  goods_id: identifier,
  open_id: openId,
  order_id: identifier,
  out_order_id: { type: 'string', maxLength: checkLookup.longest },
  paid_at: { type: 'string', pattern: `^(${wallClock})?$` },
  pay_fee: { type: 'integer', minimum: 0 },
  plugin_id: { type: 'string', pattern: '^[0-9a-z]{8}$' },
  status: { type: 'integer', enum: [0, 10] },
  timestamp: unixSeconds,
};

const sandboxUserFields: Record<SandboxUserField, Schema> = {
  access_token: { type: 'string', minLength: accessTokenLength, maxLength: accessTokenLength },
  expires_at: unixSeconds,
  nickname: userFields.nickname,
  open_id: openId,
  timestamp: unixSeconds,
};

const fetchedCallbackFields: Record<FetchedCallbackField, Schema> = {
  attempt: { type: 'integer', minimum: 0 },
  body: { type: 'string' },
  lease: { type: 'string' },
  lease_seconds: { type: 'integer', minimum: 1 },
  order_id: { type: 'string', pattern: '^([0-9A-Za-z]{32})?$' },
  previous_sign: { type: 'string', pattern: '^([0-9a-f]{64}(,[0-9a-f]{64})*)?$' },
  timestamp: unixSeconds,
};

const outcomes = Object.keys({
  STARTED: true,
  ACKNOWLEDGED: true,
  UNEXPECTED_STATUS: true,
  UNEXPECTED_BODY: true,
  REDIRECTED: true,
  TIMED_OUT: true,
  CONNECTION_FAILED: true,
  TLS_FAILED: true,
  ADDRESS_REFUSED: true,
  ABANDONED: true,
} satisfies Record<AttemptOutcome, true>);

const reportedAttemptFields: Record<ReportedAttemptField, Schema> = {
  attempt: { type: 'integer', minimum: 1 },
  counted: { type: 'integer', enum: [0, 1] },
  hint: { type: 'string' },
  order_id: identifier,
  outcome: { type: 'string', enum: outcomes },
  timestamp: unixSeconds,
};

/** A record always has all of its fields, and a field is never added: the signature covers all that is received. */
function record(properties: Record<string, Schema>, descriptions: Record<string, string> = {}): Schema {
  const described = Object.entries(properties).map(([name, schema]) => {
    const description = descriptions[name];
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: Object.fromEntries(described) as Record<string, Schema>,
    additionalProperties: false,
  };
}
