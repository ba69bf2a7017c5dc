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

function get(path: string, developer: Developer, given: Record<string, string>): string {
  const query = new URLSearchParams(signedParameters(developer, given)).toString();
  return `GET ${path}?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`;
}

function inTurns(developers: readonly Developer[], requestsOf: (developer: Developer) => string[]): string[] {
  const lists = developers.map(requestsOf);
  return lists[0]!.flatMap((_, n) => lists.map((requests) => requests[n]!));
}
