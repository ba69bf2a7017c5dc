import type { PageRequest } from '../../rules/values/page.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import type { LinkedUser } from '../../rules/records/userRecord.ts';
import { audit, changesBetween } from '../audit/audit.ts';
import type { PluginUser, Prisma, User } from '../generated/client.ts';
import { hashCredential } from '../secrets/keyring.ts';
import { newIdentifier, newOpenId } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { readByKey } from '../database/readByKey.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { partOf } from '../database/filters.ts';
import type { Client, Store } from '../database/store.ts';
import { signedRead, type SignedRead } from '../plugins/pluginSecrets.ts';

export type { User };

export async function createUser(
  store: Store,
  input: { nickname: string; avatar: string; member: boolean },
  now: Date,
): Promise<User> {
  return inTransaction(store, async (tx) => {
    const user = await tx.user.create({ data: { id: newIdentifier(), ...input, createdAt: now } });
    await audit(store, tx, { action: 'createUser', target: user.id, detail: input });
    return user;
  });
}

export async function updateUser(
  store: Store,
  id: string,
  changes: { nickname?: string; avatar?: string; member?: boolean },
): Promise<User> {
  return inTransaction(store, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${id} FOR NO KEY UPDATE`;
    const before = await tx.user.findUnique({ where: { id } });
    if (!before) throw new Refusal('NOT_FOUND', { facts: { what: 'user' } });
    const user = await tx.user.update({ where: { id }, data: changes });
    await audit(store, tx, { action: 'updateUser', target: id, detail: changesBetween(before, user) });
    return user;
  });
}

export async function findUser(store: Store, id: string): Promise<User | null> {
  return (await readUser(store, id))[0] ?? null;
}

const readUser = readByKey<User>({
  name: 'user_by_id',
  text: `
    SELECT asked.place::int AS place, id, nickname, avatar, member, created_at AS "createdAt",
      sandbox_plugin_id AS "sandboxPluginId"
    FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) JOIN "user" USING (id)`,
});

export interface UserFilter {
  /** A part of the nickname (upper and lower case are the same), or the whole id. '' is a part of every nickname. */
  search: string;
  /** True: those whom sandbox plugins have created. False: all others. */
  sandbox: boolean;
}

export async function findUsers({ prisma }: Store, filter: UserFilter, request: PageRequest): Promise<Page<User>> {
  return keysetPage(request, { time: 'createdAt', id: 'id' }, ({ where, ...rest }) =>
    prisma.user.findMany({ where: { AND: [userWhere(filter), where] }, ...rest }),
  );
}

export async function countUsers({ prisma }: Store, filter: UserFilter): Promise<number> {
  return prisma.user.count({ where: userWhere(filter) });
}

function userWhere({ search, sandbox }: UserFilter): Prisma.UserWhereInput {
  const sandboxPluginId = sandbox ? { not: null } : null;
  return { sandboxPluginId, ...(search !== '' && { OR: [{ nickname: partOf(search) }, { id: search }] }) };
}

/** Returns null when the user was never linked to the plugin. */
export async function findOpenId({ prisma }: Store, pluginId: string, userId: string): Promise<string | null> {
  const link = await prisma.pluginUser.findUnique({ where: { pluginId_userId: { pluginId, userId } } });
  return link?.openId ?? null;
}

/** Makes an access token of a user for a plugin, reusable for `ttlSeconds`. Links the user to the plugin if necessary. */
export async function issueAccessToken(store: Store, input: NewToken, now: Date): Promise<IssuedToken> {
  return inTransaction(store, async (tx) => issueTokenIn(store, tx, input, now));
}

interface NewToken {
  pluginId: string;
  userId: string;
  ttlSeconds: number;
}

export interface IssuedToken {
  accessToken: string;
  openId: string;
  expiresAt: Date;
}

/** Does the same in a transaction of the caller. */
export async function issueTokenIn(store: Store, tx: Client, input: NewToken, now: Date): Promise<IssuedToken> {
  const accessToken = newIdentifier();
  const expiresAt = new Date(now.getTime() + input.ttlSeconds * 1000);
  const { pluginId, userId, openId } = await linkUser(tx, input.pluginId, input.userId, now);
  await tx.accessToken.deleteMany({ where: { pluginId, userId, expiresAt: { lte: now } } });
  await tx.accessToken.create({
    data: { sha256: hashCredential(accessToken), pluginId, userId, createdAt: now, expiresAt },
  });
  await audit(store, tx, { action: 'issueAccessToken', target: userId, detail: { pluginId, openId, expiresAt } });
  return { accessToken, openId, expiresAt };
}

/** Reads the user whose unexpired access token for this plugin it is; see `signedRead`. */
export async function readUserByAccessToken(
  store: Store,
  pluginId: string,
  accessToken: string,
  now: Date,
): Promise<SignedRead<LinkedUser> | null> {
  return readUserByToken(store, pluginId, hashCredential(accessToken), now);
}

/** Returns the user whom a token stands for; 401 when it is unknown to the plugin, or expired. */
export function requireLinked(user: LinkedUser | null): LinkedUser {
  if (user) return user;
  throw new Refusal('ACCESS_TOKEN_UNKNOWN', { fields: [['access_token', [{ code: 'unknownAccessToken' }]]] });
}

const readUserByToken = signedRead<LinkedUser>(
  'user_by_access_token',
  `SELECT "user".id AS key, open_id AS "openId", nickname, avatar, member
  FROM access_token
  JOIN plugin_user USING (plugin_id, user_id)
  JOIN "user" ON "user".id = user_id
  WHERE sha256 = $3::bytea AND plugin_id = $1 AND access_token.expires_at > $2::timestamptz`,
);

/**
 * Links a user to a plugin. The open_id is drawn at the first call and stays, even if several calls are made together. A user
 * of a rehearsal cannot leave the plugin that created them: anything else would be live. CONFLICT.
 */
export async function linkUser(tx: Client, pluginId: string, userId: string, now: Date): Promise<PluginUser> {
  await requireBoth(tx, pluginId, userId);
  await tx.pluginUser.createMany({
    data: { pluginId, userId, openId: newOpenId(), createdAt: now },
    skipDuplicates: true,
  });
  return tx.pluginUser.findUniqueOrThrow({ where: { pluginId_userId: { pluginId, userId } } });
}

async function requireBoth(tx: Client, pluginId: string, userId: string): Promise<void> {
  const plugin = await tx.plugin.findUnique({ where: { id: pluginId }, select: { id: true } });
  if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  const user = await tx.user.findUnique({ where: { id: userId }, select: { sandboxPluginId: true } });
  if (!user) throw new Refusal('NOT_FOUND', { facts: { what: 'user' } });
  if (user.sandboxPluginId !== null && user.sandboxPluginId !== pluginId) {
    throw new Refusal('CONFLICT', because('USER_OF_OTHER_SANDBOX'));
  }
}
