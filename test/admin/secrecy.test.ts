import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { everyRow } from '../support/everyRow.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { IssueAccessTokenDocument, PluginDocument, ResetPluginSecretDocument } from './generated/operations.ts';

let service: TestService;
let developer: Developer;
/** All that was ever shown once. */
let shown: string[];

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin, 'https://example.com/paid');
  await makeOrder(service.admin, developer, { attach: 'to be found' });
  const { pluginId, userId } = developer;
  const { resetPluginSecret } = await service.admin(ResetPluginSecretDocument, {
    input: { pluginId, overlapSeconds: 60 },
  });
  const { issueAccessToken } = await service.admin(IssueAccessTokenDocument, { input: { pluginId, userId } });
  shown = [developer.secret, resetPluginSecret.secret, developer.accessToken, issueAccessToken.accessToken];
});
afterAll(() => service.stop());

describe('secrets and access tokens', () => {
  it('are used, so that what follows says something', async () => {
    expect(new Set(shown).size).toBe(4);
    for (const secret of shown.slice(0, 2)) {
      for (const accessToken of shown.slice(2)) {
        const parameters = signed(secret, { plugin_id: developer.pluginId, access_token: accessToken });
        expect((await call(service.url, 'GET', '/baseinfo', parameters)).status).toBe(200);
      }
    }
  });

  it('are in no row of the database, in no encoding', async () => {
    const text = await everyRow(service.databaseUrl);
    expect(text).toContain('to be found');
    for (const secret of shown) {
      for (const form of formsOf(secret)) expect(text).not.toContain(form);
    }
  });

  it('are in no line of the log, nor is the admin token', async () => {
    await expect(service.admin(PluginDocument, { id: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const wrong = signed('wrong', { plugin_id: developer.pluginId, access_token: developer.accessToken });
    expect((await call(service.url, 'GET', '/baseinfo', wrong)).status).toBe(401);

    const text = JSON.stringify(service.logged);
    for (const secret of [...shown, service.adminToken]) expect(text).not.toContain(secret);
  });

  it('have no field through which they could be read again', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __schema { types { name kind fields { name } } } }' }),
    });
    const { data } = (await response.json()) as {
      data: { __schema: { types: { name: string; kind: string; fields: { name: string }[] | null }[] } };
    };
    const telling = data.__schema.types.flatMap(({ name, fields }) =>
      (fields ?? [])
        .filter((field) => /secret$|token|sealed|sha256/i.test(field.name))
        .map((field) => `${name}.${field.name}`),
    );
    expect(telling.toSorted()).toEqual(
      expect.arrayContaining([
        'CreatePluginPayload.secret',
        'IssueAccessTokenPayload.accessToken',
        'Mutation.issueAccessToken',
        'Mutation.resetPluginSecret',
        'ResetPluginSecretPayload.secret',
      ]),
    );
    expect(telling.filter((name) => !/^Mutation\.|Payload\./.test(name))).toEqual([]);
  });
});

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
}
