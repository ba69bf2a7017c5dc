import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { CreateApiKeyDocument, RejectedRequestsDocument } from './generated/operations.ts';

let service: TestService;
let developers: [Developer, Developer];

beforeAll(async () => {
  service = await startTestService();
  developers = [await makeDeveloper(service.admin), await makeDeveloper(service.admin)];
  for (let second = 0; second < 5; second += 1) {
    // Two in each second, so that the time alone does not tell rows apart.
    service.clock.now = new Date(exampleTime.getTime() + second * 1000);
    for (const { pluginId } of [...developers, { pluginId: 'unknown1' }]) {
      const parameters = { plugin_id: pluginId, out_order_id: `ORDER-${second}` };
      await call(service.url, 'GET', '/payments/record', signed('wrong', parameters, service.clock.now));
    }
  }
});
afterAll(() => service.stop());

async function page(variables: { first?: number; after?: string; pluginId?: string }, admin = service.admin) {
  const { rejectedRequests } = await admin(RejectedRequestsDocument, variables);
  return rejectedRequests;
}

async function refusalOf(variables: { first?: number; after?: string; pluginId?: string }) {
  return page(variables).then(
    () => undefined,
    ({ code, fields }: { code: string; fields: object }) => ({ code, fields: Object.keys(fields) }),
  );
}

describe('the list of refused requests', () => {
  it('has the newest first, and says how many there are', async () => {
    const { edges, totalCount, pageInfo } = await page({});
    const seconds = edges.map(({ node }) => (Date.parse(node.at) - exampleTime.getTime()) / 1000);
    expect(seconds).toEqual([4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]);
    expect(totalCount).toBe(15);
    expect(pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: false });
  });

  it('is that of one plugin when it is asked for, also of one that does not exist', async () => {
    for (const pluginId of [developers[0].pluginId, 'unknown1']) {
      const { edges, totalCount } = await page({ pluginId });
      expect(edges.map(({ node }) => node.pluginId)).toEqual(Array(5).fill(pluginId));
      expect(totalCount).toBe(5);
    }
    expect((await page({ pluginId: 'nobody' })).totalCount).toBe(0);
  });

  it.each([1, 2, 4, 15])('can be walked by pages of %d without loss or repetition', async (first) => {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { edges, pageInfo }: Awaited<ReturnType<typeof page>> = await page({ first, ...(after && { after }) });
      ids.push(...edges.map(({ node }) => node.id));
      after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    } while (after);
    expect(new Set(ids).size).toBe(15);
    expect(ids).toHaveLength(15);
  });

  it.each([
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ after: Buffer.from('0 abc').toString('base64url') }, 'after'],
    [{ pluginId: '' }, 'pluginId'],
    [{ pluginId: 'a\0b' }, 'pluginId'],
  ])('refuses %j', async (variables, field) => {
    expect(await refusalOf(variables)).toEqual({ code: 'BAD_USER_INPUT', fields: [field] });
  });

  it('is for viewers too, and for nobody without a key', async () => {
    const viewer: AdminClient = adminClient(service.url, await viewerKey());
    expect((await page({}, viewer)).totalCount).toBe(15);
    await expect(page({}, adminClient(service.url, 'nothing'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

async function viewerKey(): Promise<string> {
  const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'viewer', role: 'VIEWER' } });
  return createApiKey.key;
}
