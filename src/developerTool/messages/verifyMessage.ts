import { userRecord } from '../../rules/records/userRecord.ts';
import { testCallbackRecord } from '../../rules/callbacks/testCallbackRecord.ts';
import { canonicalString } from '../../rules/signing/canonicalString.ts';
import { sign } from '../../rules/signing/signature.ts';
import { printable } from '../printable.ts';
import type { SignedMessage } from './readMessage.ts';

export interface MessageReport {
  isGenuine: boolean;
  /** The secret that signed it, counted from 1 in the order given. Null: none of them did. */
  secret: number | null;
  canonicalString: string;
  /** The right signature under each secret. */
  expected: string[];
  /** The secret that verified it, or why it may be wrong; the likeliest reason first. */
  explanations: string[];
}

/** Verifies a message as a receiver should: by its sign, or by the signatures under secrets that were replaced. */
export function verifyMessage(message: SignedMessage, secrets: readonly string[]): MessageReport {
  const canonical = canonicalString(message.fields);
  const expected = secrets.map((secret) => sign(canonical, secret));
  const presented = [message.sign, ...message.previousSigns].map((one) => one.toLowerCase());
  const index = expected.findIndex((signature) => presented.includes(signature));
  const isGenuine = index >= 0;
  return {
    isGenuine,
    secret: isGenuine ? index + 1 : null,
    canonicalString: canonical,
    expected,
    explanations: isGenuine ? explainProof(message, expected[index]!) : explainMismatch(message, secrets, canonical),
  };
}

function explainProof(message: SignedMessage, signature: string): string[] {
  if (message.sign.toLowerCase() === signature) return [];
  return ['It is verified by Openplug-Previous-Sign: your secret was reset, and will end soon. Change to the new one.'];
}

function explainMismatch(message: SignedMessage, secrets: readonly string[], canonical: string): string[] {
  const trimmed = secrets.some((secret) => secret !== secret.trim() && message.sign === sign(canonical, secret.trim()));
  if (trimmed) return ['The secret has white space around it; without it, the signature is right.'];
  const found = [
    ...(/^[0-9a-f]{64}$/i.test(message.sign)
      ? []
      : [`"sign" must be 64 hexadecimal digits; this one has ${message.sign.length} characters.`]),
    ...explainFields(message),
  ];
  const other =
    'Either the secret is not the one of this plugin, or it was reset, or the message is not as it came: take the ' +
    'bytes of the body before a framework trims values, leaves out empty ones or changes numbers.';
  return found.length > 0 ? found : [other];
}

/** Compares the fields with those that the service sends in an order or a user. */
function explainFields({ fields, oddFields }: SignedMessage): string[] {
  const known = fields.has('order_id') || !fields.has('nickname') ? orderFields : userFields;
  const missing = known.filter((name) => !fields.has(name));
  const unknown = [...fields.keys()].filter((name) => !known.includes(name)).slice(0, 10);
  return [
    ...(oddFields.length > 0
      ? [`The service sends texts and whole numbers only, but ${list(oddFields)} came as something else.`]
      : []),
    ...(missing.length > 0 ? [`${list(missing)} missing: empty fields are signed, too, so they must be kept.`] : []),
    ...(unknown.length > 0 ? [`The service sends no field ${list(unknown)}; something added it.`] : []),
  ];
}

function list(names: readonly string[]): string {
  return names.map(printable).join(', ');
}

const anyTime = new Date(0);
const orderFields = Object.keys(testCallbackRecord('', anyTime, 'UTC'));
const userFields = Object.keys(userRecord({ openId: '', nickname: '', avatar: '', member: false }, anyTime));
