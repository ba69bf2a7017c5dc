import type { Dispatcher } from 'undici';
import { judgeResponse } from '../../rules/callbacks/judgeResponse.ts';
import type { Connection } from './connection.ts';
import { BrokenResponse } from './describePostError.ts';

const largestStoredBodyBytes = 4096;

/**
 * Reads what is stored of a response, and judges it. Throws BrokenResponse, with what has come, when it ends too early.
 */
export async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  connection: Pick<Connection, 'failure'>,
  url: string,
) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // No acknowledgement is this long; what follows is not read.
      if (length > largestStoredBodyBytes) break;
    }
    if (connection.failure && length <= largestStoredBodyBytes) throw connection.failure;
  } catch (error) {
    // A Content-Length of one of these is of a body that is not sent (RFC 9110, 8.6), and the client misses it.
    if (!isBodiless(statusCode)) {
      const received = Buffer.concat(chunks).subarray(0, largestStoredBodyBytes);
      throw new BrokenResponse(
        { status: statusCode, body: received, ...framingOf(headers) },
        connection.failure ?? error,
      );
    }
  }
  const received = new Uint8Array(Buffer.concat(chunks).subarray(0, largestStoredBodyBytes));
  const truncated = length > largestStoredBodyBytes;
  return {
    ...judgeResponse({ status: statusCode, body: received, truncated, url, ...hintsOf(headers) }),
    ...hintsOf(headers),
    httpStatus: statusCode,
    responseBody: received,
    responseTruncated: truncated,
  };
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function framingOf(headers: Dispatcher.ResponseData['headers']) {
  const contentLength = headers['content-length'];
  return {
    contentLength: contentLength === undefined ? null : Number(contentLength),
    isChunked: headers['transfer-encoding'] !== undefined,
  };
}

/** Headers that say why the answer is not the right one. */
function hintsOf(headers: Dispatcher.ResponseData['headers']) {
  const text = (name: string) => [headers[name] ?? []].flat().join(', ') || null;
  return { contentEncoding: text('content-encoding'), location: text('location') };
}
