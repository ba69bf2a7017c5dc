import { findInvalidParameters } from '../../rules/diagnosis/signature/invalidParameters.ts';
import { likelyEndpoint } from '../../rules/diagnosis/likelyEndpoint.ts';
import { canonicalString, type Parameters } from '../../rules/signing/canonicalString.ts';
import { sign } from '../../rules/signing/signature.ts';

export interface SignedRequest {
  method: 'GET' | 'POST';
  url: string;
  /** The form to send in the body. Null: all parameters are in the URL. */
  body: string | null;
  canonicalString: string;
  sign: string;
  curl: string;
  /** The reasons why the service would refuse the request all the same. */
  notes: string[];
}

/**
 * Signs a request of the endpoint whose path ends `baseUrl`, or else of the one that takes these parameters. `baseUrl` is an
 * absolute address without a query.
 */
export function signRequest(parameters: Parameters, secret: string, baseUrl: URL): SignedRequest {
  const endpoint = likelyEndpoint(parameters.keys(), baseUrl.pathname);
  const { method, path, required } = endpoint;
  const canonical = canonicalString(parameters);
  const signature = sign(canonical, secret);
  const form = `${canonical}&sign=${signature}`;
  const base = baseUrl.href.replace(/\/$/, '');
  const address = base.endsWith(path) ? base : base + path;
  const isGet = method === 'GET';
  const missing = required.filter((name) => !parameters.get(name));
  return {
    method,
    url: isGet ? `${address}?${form}` : address,
    body: isGet ? null : form,
    canonicalString: canonical,
    sign: signature,
    curl: isGet ? `curl ${quoted(`${address}?${form}`)}` : `curl ${quoted(address)} --data-raw ${quoted(form)}`,
    notes: [
      ...missing.map((name) => `${method} ${path} requires ${name}; add ${name}=…`),
      ...findInvalidParameters(new Map([...parameters].filter(([name]) => !missing.includes(name))), endpoint).map(
        ({ message }) => message,
      ),
    ],
  };
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
