import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, oddText, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import {
  CreateUserDocument,
  IssueAccessTokenDocument,
  UpdateUserDocument,
  UserDocument,
  type CreateUserInput,
  type UpdateUserInput,
} from './generated/operations.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ ACCESS_TOKEN_TTL_S: '90' });
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const create = async (input: CreateUserInput) => (await service.admin(CreateUserDocument, { input })).createUser.user;
const update = async (input: UpdateUserInput) => (await service.admin(UpdateUserDocument, { input })).updateUser.user;
const find = async (id: string, pluginId = developer.pluginId) =>
  (await service.admin(UserDocument, { id, pluginId })).user;
const issue = async ({ pluginId, userId }: { pluginId: string; userId: string }) =>
  (await service.admin(IssueAccessTokenDocument, { input: { pluginId, userId } })).issueAccessToken;

describe('createUser', () => {
  it('answers with the user', async () => {
    const user = await create({ nickname: oddText, avatar: 'https://example.com/a.png', member: true });
    expect(user).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      nickname: oddText,
      avatar: 'https://example.com/a.png',
      member: true,
    });
    expect(await find(user.id)).toEqual({ ...user, openId: null });
  });

  it.each([{}, { avatar: null, member: null }])(
    'makes a user who is no member, without an avatar (%o)',
    async (given) => {
      expect(await create({ nickname: 'A user', ...given })).toMatchObject({ avatar: '', member: false });
    },
  );

  it.each([
    ['an empty nickname', { nickname: '' }, 'nickname'],
    ['a nickname of 65 characters', { nickname: '😀'.repeat(65) }, 'nickname'],
    ['an avatar that is no URL', { nickname: 'A user', avatar: 'a.png' }, 'avatar'],
  ])('refuses %s', async (_what, input, argument) => {
    await expect(create(input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [expect.stringContaining(argument)] },
    });
  });

  it('counts characters, not the units they are stored in', async () => {
    expect((await create({ nickname: '😀'.repeat(64) })).nickname).toBe('😀'.repeat(64));
  });
});

describe('updateUser', () => {
  it('changes what is given and keeps the rest', async () => {
    const user = await create({ nickname: 'Before', avatar: 'https://example.com/a.png', member: true });
    expect(await update({ id: user.id, member: false })).toEqual({ ...user, member: false });
    expect(await update({ id: user.id, avatar: '' })).toEqual({ ...user, member: false, avatar: '' });
  });

  it.each(['nickname', 'avatar', 'member'])('refuses null for %s', async (argument) => {
    const user = await create({ nickname: 'A user' });
    await expect(update({ id: user.id, [argument]: null })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [`${argument} must not be null; leave it out instead.`] },
    });
  });

  it('does not find an unknown user', async () => {
    await expect(update({ id: 'unknown', nickname: 'New' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such user.',
    });
  });
});

describe('issueAccessToken', () => {
  it('links the user to the plugin and answers with a token of the configured life', async () => {
    const { id: userId } = await create({ nickname: 'A user' });
    const issued = await issue({ pluginId: developer.pluginId, userId });

    expect(issued).toEqual({
      accessToken: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      openId: expect.stringMatching(/^[0-9a-f]{32}$/),
      expiresAt: new Date(exampleTime.getTime() + 90_000).toISOString(),
    });
    expect((await find(userId))?.openId).toBe(issued.openId);
  });

  it('draws another token each time, for the same open_id', async () => {
    const again = await issue(developer);
    expect(again.openId).toBe(developer.openId);
    expect(again.accessToken).not.toBe(developer.accessToken);
  });

  it('shows the user to another plugin as someone else', async () => {
    const other = await makeDeveloper(service.admin);
    expect((await issue({ pluginId: other.pluginId, userId: developer.userId })).openId).not.toBe(developer.openId);
  });

  it.each([
    ['plugin', () => ({ pluginId: 'unknown1', userId: developer.userId })],
    ['user', () => ({ pluginId: developer.pluginId, userId: 'unknown' })],
  ])('does not find an unknown %s', async (what, input) => {
    const { pluginId, userId } = input();
    await expect(issue({ pluginId, userId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no such ${what}.`,
    });
  });
});

describe('user', () => {
  it('is null when there is no such user', async () => {
    expect(await find('unknown')).toBeNull();
  });

  it('has no open_id in a plugin that does not exist', async () => {
    expect((await find(developer.userId, 'unknown1'))?.openId).toBeNull();
  });

  it('refuses ids that could be none', async () => {
    await expect(find('a\0b')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { id: [expect.any(String)] } });
    await expect(find(developer.userId, 'a\0b')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { pluginId: [expect.any(String)] },
    });
  });
});
