import { signedParameters, type Developer } from './developers.ts';

/** Requests as they go over the wire, signed now: half of them by order_id, half by out_order_id; each plugin in its turn. */
export function paymentsRecordRequests(developers: readonly Developer[]): string[] {
  return inTurns(developers, (developer) =>
    developer.orderNumbers.map((number) => get('/payments/record', developer, { out_order_id: number })),
  );
}

export function baseInfoRequests(developers: readonly Developer[]): string[] {
  return inTurns(developers, (developer) => [get('/baseinfo', developer, { access_token: developer.accessToken })]);
}

/** Each sending of it makes new goods. Numbers are signed as they are written. */
export function goodsRequests(developers: readonly Developer[]): string[] {
  return developers.map((developer) => {
    const given = { access_token: developer.accessToken, title: '会员 1年', total_fee: '100', pay_limit: '0' };
    const { total_fee: fee, pay_limit: limit, ...texts } = signedParameters(developer, given);
    return post('/goods', {}, { ...texts, total_fee: Number(fee), pay_limit: Number(limit) });
  });
}

/** A GraphQL request of a member of staff. */
export function staffRequest(token: string, query: string, variables: object): string {
  return post('/graphql', { Authorization: `Bearer ${token}` }, { query, variables });
}

function post(path: string, headers: Record<string, string>, content: object): string {
  const body = JSON.stringify(content);
  const lines = Object.entries({
    Host: '127.0.0.1',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function get(path: string, developer: Developer, given: Record<string, string>): string {
  const query = new URLSearchParams(signedParameters(developer, given)).toString();
  return `GET ${path}?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`;
}

function inTurns(developers: readonly Developer[], requestsOf: (developer: Developer) => string[]): string[] {
  const lists = developers.map(requestsOf);
  return lists[0]!.flatMap((_, n) => lists.map((requests) => requests[n]!));
}
