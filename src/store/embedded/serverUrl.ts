/** The only role; it owns everything. */
export const ROLE = 'openplug';
export const DATABASE = 'openplug';

export function serverUrl(port: number, password: string, database = DATABASE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}
