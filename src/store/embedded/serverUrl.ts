/** The only role; it owns everything. */
export const ROLE = 'openplug';
export const DATABASE = 'openplug';

/** Without TLS, which it has not: else PGSSLMODE of whoever starts the service would ask for it. */
export function serverUrl(port: number, password: string, database = DATABASE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
