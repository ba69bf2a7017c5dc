/** The answer to a query that no generated document has. */
export interface StaffAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions: { code: string } }[];
}

/** Asks the staff API in text, as the key allows, and returns whatever it answers. */
export async function askStaff<Data>(
  { adminUrl }: { adminUrl: string },
  key: string,
  query: string,
  variables: object = {},
): Promise<StaffAnswer<Data>> {
  const response = await fetch(`${adminUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as StaffAnswer<Data>;
}
