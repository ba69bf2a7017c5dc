import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/databaseServer.ts';
import { everyRow } from '../support/everyRow.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { watchSecret } from '../support/secretWatch.ts';
import { AuditLogDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from './generated/operations.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SESSION_IDLE_S: '600' });
});
afterAll(() => service.stop());

async function newKey(name: string): Promise<{ id: string; key: string }> {
  const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name, role: 'OPERATOR' } });
  watchSecret(createApiKey.key);
  return createApiKey;
}

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  return fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signIn(key: string, before = ''): Promise<string> {
  const response = await post('/console/sign-in', { key }, before);
  expect(response.status).toBe(204);
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

/** The entries of a key: the action, the name, the key and the detail, the newest first. */
async function entriesOf(target: string): Promise<unknown[]> {
  const { auditLog } = await service.admin(AuditLogDocument, { first: 100 });
  const ofTarget = auditLog.edges.map(({ node }) => node).filter((node) => node.target === target);
  return ofTarget
    .filter(({ action }) => action.startsWith('sign'))
    .map(({ action, actor, actorKeyId, detail }) => [action, actor, actorKeyId, JSON.parse(detail)]);
}

const fromHere = { address: '127.0.0.1' };

describe('the audit log', () => {
  it('has who signed in and out, and from where', async () => {
    const { id, key } = await newKey('Ann');
    const cookie = await signIn(key);
    await post('/console/sign-out', {}, cookie);
    expect(await entriesOf(id)).toEqual([
      ['signOut', 'Ann', id, { isReplaced: false }],
      ['signIn', 'Ann', id, fromHere],
    ]);
  });

  it('names ADMIN_TOKEN, which has no id', async () => {
    await signIn(service.adminToken);
    expect((await entriesOf('ADMIN_TOKEN'))[0]).toEqual(['signIn', 'ADMIN_TOKEN', null, fromHere]);
  });

  it('says whose session the next sign-in of the same browser ended', async () => {
    const [bob, cy] = [await newKey('Bob'), await newKey('Cy')];
    await signIn(cy.key, await signIn(bob.key));
    expect((await entriesOf(bob.id))[0]).toEqual(['signOut', 'Bob', bob.id, { isReplaced: true }]);
    expect((await entriesOf(cy.id))[0]).toEqual(['signIn', 'Cy', cy.id, fromHere]);
  });

  it('has one sign-out, however often and at once it is asked for', async () => {
    const { id, key } = await newKey('Di');
    const cookie = await signIn(key);
    await Promise.all(Array.from({ length: 5 }, async () => post('/console/sign-out', {}, cookie)));
    await post('/console/sign-out', {}, 'openplug_session=of-nobody');
    expect((await entriesOf(id)).length).toBe(2);
  });

  it('has no sign-out of a session that had ended by itself', async () => {
    const { id, key } = await newKey('Ed');
    const cookie = await signIn(key);
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    await post('/console/sign-out', {}, cookie);
    expect((await entriesOf(id)).length).toBe(1);
  });

  it('has a sign-in with a revoked key, once a minute at most', async () => {
    const { id, key } = await newKey('Fay');
    await service.admin(RevokeApiKeyDocument, { input: { id } });
    const tried = ['signInWithRevokedKey', 'Fay', id, fromHere];
    for (const _ of [1, 2, 3]) expect((await post('/console/sign-in', { key })).status).toBe(401);
    expect(await entriesOf(id)).toEqual([tried]);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    expect((await post('/console/sign-in', { key })).status).toBe(401);
    expect(await entriesOf(id)).toEqual([tried, tried]);
  });

  it('has nothing of a key that nobody ever had', async () => {
    const before = await everyRow(service.databaseUrl);
    for (const key of ['wrong', 'opk_wrong', 'x'.repeat(1024)]) {
      expect((await post('/console/sign-in', { key })).status).toBe(401);
    }
    expect(await everyRow(service.databaseUrl)).toBe(before);
  });

  it('has no key and no token of a session, in no encoding', async () => {
    const { key } = await newKey('Gus');
    const token = (await signIn(key)).split('=')[1]!;
    const { auditLog } = await service.admin(AuditLogDocument, { first: 100 });
    const text = JSON.stringify(auditLog);
    for (const secret of [key, token, service.adminToken]) {
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]) {
        expect(text).not.toContain(form);
      }
    }
  });
});

it('nobody is signed in when the entry cannot be written', async () => {
  const { key } = await newKey('Hal');
  const before = await everyRow(service.databaseUrl);
  await run(service.databaseUrl, 'ALTER TABLE audit_entry RENAME TO gone');
  try {
    const response = await post('/console/sign-in', { key });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([500, null]);
  } finally {
    await run(service.databaseUrl, 'ALTER TABLE gone RENAME TO audit_entry');
  }
  const rowsOfSessions = async () => (await everyRow(service.databaseUrl)).split('\n').length;
  expect(await rowsOfSessions()).toBe(before.split('\n').length);
});
