import { createHmac } from 'node:crypto';

/** A developer's server: what it needs to sign requests and to check what it is told. It shares no code with the service. */
export interface Developer {
  pluginId: string;
  secret: string;
}

/** The query string of a signed request. */
export function signedQuery({ pluginId, secret }: Developer, parameters: Record<string, string | number>): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const sent = { ...parameters, plugin_id: pluginId, timestamp };
  return `${formEncode(sent)}&sign=${signatureOf(secret, sent)}`;
}

/** Whether the platform, and nobody else, wrote this response or callback. */
export function isGenuine({ secret }: Developer, message: SignedMessage): boolean {
  return message.sign === signatureOf(secret, message.resource);
}

export interface SignedMessage {
  resource: Record<string, string | number>;
  sign: string;
}

function signatureOf(secret: string, values: Record<string, string | number>): string {
  return createHmac('sha256', secret).update(formEncode(values)).digest('hex');
}

/** By name, form-encoded as PHP's http_build_query does it: URLSearchParams, but for the asterisk. */
function formEncode(values: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  query.sort();
  return query.toString().replaceAll('*', '%2A');
}
