import type { Service } from '../src/service/startService.ts';
import { json, quote, shell } from './narrator.ts';

/** Sends a GraphQL operation as the platform's staff do, showing the curl line that does the same. */
export type Staff = <Data>(query: string, variables?: Record<string, unknown>, how?: 'quietly') => Promise<Data>;

export function staff(service: Service, adminTokenInShell: string): Staff {
  return async <Data>(query: string, variables?: Record<string, unknown>, how?: 'quietly') => {
    const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' '), ...(variables && { variables }) });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${service.adminToken}` };
    const line =
      `curl -s ${service.adminUrl}/graphql -H "Authorization: Bearer ${adminTokenInShell}"` +
      ` -H 'Content-Type: application/json' -d ${quote(body)}`;
    if (!how) shell(line);
    const response = await fetch(`${service.adminUrl}/graphql`, { method: 'POST', headers, body });
    const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
    if (!data || errors) throw new Error(`The service refused: ${JSON.stringify(errors)}`);
    if (!how) json(data);
    return data;
  };
}
