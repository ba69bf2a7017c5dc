/** Returns the attributes of the server in a URL, as the stable HTTP conventions of OpenTelemetry have them. */
export function serverAttributes({ protocol, hostname, port }: URL) {
  const usualPort = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usualPort : Number(port) };
}
