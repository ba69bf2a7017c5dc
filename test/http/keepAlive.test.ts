import { afterEach, describe, expect, it } from 'vitest';
import { openConnection, requestText, type RawConnection } from '../support/rawRequest.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService | undefined;
let connection: RawConnection;

afterEach(async () => {
  connection.close();
  await service?.stop();
  service = undefined;
});

async function ask(serviceUrl: string): Promise<Record<string, string>> {
  connection = await openConnection(serviceUrl);
  connection.send(requestText('GET /healthz HTTP/1.1'));
  return (await connection.answer()).headers;
}

describe('a connection on which nothing is going on', { timeout: 60_000 }, () => {
  it('is kept longer than the 60 seconds of a usual load balancer, on both ports, and says so', async () => {
    service = await startTestService({ ADMIN_PORT: '0' });
    for (const url of [service.url, service.adminUrl]) {
      expect(await ask(url)).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=65' });
      connection.close();
    }
  });

  it('is closed by the service when KEEP_ALIVE_TIMEOUT_S has passed since the last answer, and not before', async () => {
    service = await startTestService({ KEEP_ALIVE_TIMEOUT_S: '2' });
    expect(await ask(service.url)).toMatchObject({ 'keep-alive': 'timeout=2' });
    const answeredAtMs = performance.now();

    expect(await connection.end()).toBe('');

    expect(performance.now() - answeredAtMs).toBeGreaterThan(1_950);
  });

  it('outlives the time that a request has for its headers', async () => {
    // Headers have 10 s, and each second Node looks for requests that are late.
    service = await startTestService({ KEEP_ALIVE_TIMEOUT_S: '12' });
    await ask(service.url);
    const answeredAtMs = performance.now();

    expect(await connection.end()).toBe('');

    expect(performance.now() - answeredAtMs).toBeGreaterThan(11_950);
  });

  it('is closed at once when the service stops', async () => {
    service = await startTestService({ KEEP_ALIVE_TIMEOUT_S: '3600' });
    await ask(service.url);
    const stoppedAtMs = performance.now();
    const stopping = service.stop();
    service = undefined;

    expect(await connection.end()).toBe('');
    await stopping;

    expect(performance.now() - stoppedAtMs).toBeLessThan(10_000);
  });
});
