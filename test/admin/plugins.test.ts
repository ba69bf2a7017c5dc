import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updatePlugin as storePlugin } from '../../src/store/plugins/plugins.ts';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import {
  CreatePluginDocument,
  PluginDocument,
  ResetPluginSecretDocument,
  UpdatePluginDocument,
  type PluginFieldsFragment,
  type ResetPluginSecretInput,
  type UpdatePluginInput,
} from './generated/operations.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const create = async (input: { name: string; callbackUrl?: string | null }) =>
  (await service.admin(CreatePluginDocument, { input })).createPlugin;
const find = async (id: string) => (await service.admin(PluginDocument, { id })).plugin;
const update = async (input: UpdatePluginInput) =>
  (await service.admin(UpdatePluginDocument, { input })).updatePlugin.plugin;
const reset = async (input: ResetPluginSecretInput) =>
  (await service.admin(ResetPluginSecretDocument, { input })).resetPluginSecret;
const badReasons = [
  { what: 'of two lines', reason: 'a\nb' },
  { what: 'of 501 characters', reason: 'r'.repeat(501) },
];
const currentOf = ({ secrets }: PluginFieldsFragment) => secrets.filter(({ expiresAt }) => expiresAt === null);

describe('createPlugin', () => {
  it('answers with the plugin and its secret, of which the plugin keeps a hint', async () => {
    const { plugin, secret } = await create({ name: '会员 plugin', callbackUrl: 'https://example.com/paid?x=1' });

    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(plugin).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{8}$/),
      name: '会员 plugin',
      callbackUrl: 'https://example.com/paid?x=1',
      deliveriesPaused: false,
      createdAt: exampleTime.toISOString(),
      secrets: [
        {
          id: expect.any(String),
          hint: secret.slice(-4),
          createdAt: exampleTime.toISOString(),
          expiresAt: null,
        },
      ],
    });
    expect(await find(plugin.id)).toEqual(plugin);
  });

  it('shows the callback URL as it is called', async () => {
    const { plugin } = await create({ name: 'A plugin', callbackUrl: 'https://例子.中国/回调' });
    expect(plugin.callbackUrl).toBe('https://xn--fsqu00a.xn--fiqs8s/%E5%9B%9E%E8%B0%83');

    const changed = await update({ id: plugin.id, callbackUrl: 'https://example.com/支付' });
    expect(changed.callbackUrl).toBe('https://example.com/%E6%94%AF%E4%BB%98');
  });

  it('shows one that an earlier version stored as it was given as it is called', async () => {
    const { plugin } = await create({ name: 'A plugin' });
    const store = openStore(service.databaseUrl, service.keyring);
    await storePlugin(store, plugin.id, { callbackUrl: 'https://example.com/cb\u200B' });
    await closeStore(store);

    expect((await update({ id: plugin.id, name: 'B' })).callbackUrl).toBe('https://example.com/cb%E2%80%8B');
  });

  it.each([{}, { callbackUrl: null }])('needs no callback URL (%o)', async (given) => {
    expect((await create({ name: 'A plugin', ...given })).plugin.callbackUrl).toBeNull();
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['an empty callback URL', { name: 'A plugin', callbackUrl: '' }, 'callbackUrl'],
    ['a relative callback URL', { name: 'A plugin', callbackUrl: '/paid' }, 'callbackUrl'],
    ['a callback URL of another scheme', { name: 'A plugin', callbackUrl: 'ftp://example.com/' }, 'callbackUrl'],
    [
      'an invisible character in the callback URL',
      { name: 'A plugin', callbackUrl: 'https://a.example/\u200B' },
      'callbackUrl',
    ],
    ['a password in the callback URL', { name: 'A plugin', callbackUrl: 'https://u:p@example.com/' }, 'callbackUrl'],
  ])('refuses %s', async (_what, input, argument) => {
    await expect(create(input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [expect.stringContaining(argument)] },
    });
  });

  it('reports every bad argument at once', async () => {
    await expect(create({ name: '', callbackUrl: 'nowhere' })).rejects.toMatchObject({
      fields: { name: [expect.any(String)], callbackUrl: [expect.any(String)] },
    });
  });
});

describe('updatePlugin', () => {
  it('changes what is given and keeps the rest', async () => {
    const { plugin } = await create({ name: 'Before', callbackUrl: 'https://example.com/' });

    expect(await update({ id: plugin.id, name: 'After' })).toEqual({ ...plugin, name: 'After' });
    expect(await update({ id: plugin.id })).toEqual({ ...plugin, name: 'After' });
    const { updatePlugin } = await service.admin(UpdatePluginDocument, {
      input: { id: plugin.id, deliveriesPaused: true },
    });
    expect(updatePlugin.plugin).toEqual({ ...plugin, name: 'After', deliveriesPaused: true });
    expect(await find(plugin.id)).toEqual(updatePlugin.plugin);
  });

  it('removes the callback URL when it is null', async () => {
    const { plugin } = await create({ name: 'A plugin', callbackUrl: 'https://example.com/' });
    expect((await update({ id: plugin.id, callbackUrl: null })).callbackUrl).toBeNull();
  });

  it.each(['name', 'deliveriesPaused'])('refuses null for %s, which cannot be removed', async (argument) => {
    const { plugin } = await create({ name: 'A plugin' });
    await expect(update({ id: plugin.id, [argument]: null })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [`${argument} must not be null; leave it out instead.`] },
    });
  });

  it('changes nothing when one of the values is bad', async () => {
    const { plugin } = await create({ name: 'A plugin' });
    await expect(update({ id: plugin.id, name: 'New', callbackUrl: 'nowhere' })).rejects.toMatchObject({
      fields: { callbackUrl: [expect.any(String)] },
    });
    expect(await find(plugin.id)).toEqual(plugin);
  });

  it.each(badReasons)('refuses a reason $what', async ({ reason }) => {
    const { plugin } = await create({ name: 'A plugin' });
    const fields = { reason: [expect.any(String)] };
    await expect(update({ id: plugin.id, name: 'New', reason })).rejects.toMatchObject({ fields });
    expect(await find(plugin.id)).toEqual(plugin);
  });

  it('does not find an unknown plugin', async () => {
    await expect(update({ id: 'unknown1', name: 'New' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such plugin.',
    });
  });
});

describe('resetPluginSecret', () => {
  it('makes another secret, the only current one, and ends the old one at once', async () => {
    const before = await create({ name: 'A plugin' });
    const { plugin, secret } = await reset({ pluginId: before.plugin.id });

    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(secret).not.toBe(before.secret);
    expect(currentOf(plugin)).toEqual([expect.objectContaining({ hint: secret.slice(-4) })]);
    expect(plugin.secrets.find(({ hint }) => hint === before.secret.slice(-4))?.expiresAt).toBe(
      exampleTime.toISOString(),
    );
  });

  it('lets the old secret overlap, and never longer than an earlier reset left it', async () => {
    const first = await create({ name: 'A plugin' });
    const pluginId = first.plugin.id;
    const second = await reset({ pluginId, overlapSeconds: 60 });
    const { plugin } = await reset({ pluginId, overlapSeconds: 3600 });

    const expiryOf = (secret: string) => plugin.secrets.find(({ hint }) => hint === secret.slice(-4))?.expiresAt;
    expect(expiryOf(first.secret)).toBe(new Date(exampleTime.getTime() + 60_000).toISOString());
    expect(expiryOf(second.secret)).toBe(new Date(exampleTime.getTime() + 3_600_000).toISOString());
  });

  it('takes null for no overlap', async () => {
    const { plugin } = await create({ name: 'A plugin' });
    const after = await reset({ pluginId: plugin.id, overlapSeconds: null });
    expect(currentOf(after.plugin)).toHaveLength(1);
  });

  it.each([-1, 30 * 24 * 60 * 60 + 1])('refuses an overlap of %d seconds', async (overlapSeconds) => {
    const { plugin } = await create({ name: 'A plugin' });
    await expect(reset({ pluginId: plugin.id, overlapSeconds })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { overlapSeconds: ['overlapSeconds must be a whole number from 0 to 2592000.'] },
    });
  });

  it.each(badReasons)('refuses a reason $what', async ({ reason }) => {
    const { plugin } = await create({ name: 'A plugin' });
    const fields = { reason: [expect.any(String)] };
    await expect(reset({ pluginId: plugin.id, reason })).rejects.toMatchObject({ fields });
    expect(await find(plugin.id)).toEqual(plugin);
  });

  it('does not find an unknown plugin', async () => {
    await expect(reset({ pluginId: 'unknown1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('plugin', () => {
  it('is null when there is no such plugin', async () => {
    expect(await find('unknown1')).toBeNull();
  });

  it.each(['', 'a\0b', 'a'.repeat(65)])('refuses an id that could be none: %j', async (id) => {
    await expect(find(id)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { id: [expect.any(String)] } });
  });
});
