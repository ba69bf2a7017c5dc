/** Returns the signature of a canonical string in hex. Null: the page came over plain http, where a browser computes none. */
export async function hmacSha256(text: string, secret: string): Promise<string | null> {
  if (!isSecureContext) return null;
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
