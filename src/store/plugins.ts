import type { PageRequest } from '../rules/page.ts';
import { Refusal } from '../rules/refusal.ts';
import type { SigningSecrets } from '../rules/signature.ts';
import type { KnownSecrets } from '../rules/signatureDiagnosis/digests.ts';
import { audit, changesBetween } from './audit.ts';
import { announceDueDelivery } from './dueDeliveries.ts';
import type { Plugin, PluginSecret, Prisma } from './generated/client.ts';
import { newIdentifier, newPluginId } from './identifiers.ts';
import { inTransaction } from './inTransaction.ts';
import type { Keyring } from './keyring.ts';
import { keysetPage, type Page } from './keysetPage.ts';
import { partOf } from './partOf.ts';
import type { Client, Store } from './store.ts';

export type { Plugin };
/** A secret as staff see it: never the secret itself. */
export type PluginSecretHint = Pick<PluginSecret, 'id' | 'hint' | 'createdAt' | 'expiresAt'>;

/** The plugin and its first secret, which can never be read again from outside. */
export async function createPlugin(
  store: Store,
  input: { name: string; callbackUrl: string | null },
  now: Date,
): Promise<{ plugin: Plugin; secret: string }> {
  return inTransaction(store, async (tx) => {
    const plugin = await tx.plugin.create({ data: { id: newPluginId(), ...input, createdAt: now } });
    await audit(store, tx, { action: 'createPlugin', target: plugin.id, detail: input });
    return { plugin, secret: await addSecret(store, tx, plugin.id, now) };
  });
}

export async function updatePlugin(
  store: Store,
  id: string,
  changes: { name?: string; callbackUrl?: string | null; deliveriesPaused?: boolean },
): Promise<Plugin> {
  return inTransaction(store, async (tx) => {
    const before = await lockPlugin(tx, id);
    const plugin = await tx.plugin.update({ where: { id }, data: changes });
    await audit(store, tx, { action: 'updatePlugin', target: id, detail: changesBetween(before, plugin) });
    // Deliveries may have waited for just this.
    if (changes.callbackUrl || changes.deliveriesPaused === false) await announceDueDelivery(tx);
    return plugin;
  });
}

/** A new secret; the ones before it still verify requests for `overlapSeconds`, and never longer than they would have. */
export async function resetPluginSecret(
  store: Store,
  pluginId: string,
  overlapSeconds: number,
  now: Date,
): Promise<{ plugin: Plugin; secret: string }> {
  return inTransaction(store, async (tx) => {
    // The lock makes of two resets at once one after the other, so that one secret stays current.
    const plugin = await lockPlugin(tx, pluginId);
    await audit(store, tx, { action: 'resetPluginSecret', target: pluginId, detail: { overlapSeconds } });
    const expiresAt = new Date(now.getTime() + overlapSeconds * 1000);
    await tx.pluginSecret.updateMany({
      where: { pluginId, OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] },
      data: { expiresAt },
    });
    return { plugin, secret: await addSecret(store, tx, pluginId, now) };
  });
}

export async function findPlugin({ prisma }: Store, id: string): Promise<Plugin | null> {
  return prisma.plugin.findUnique({ where: { id } });
}

/** `search`: a part of the name in any case, or the whole id; '' is a part of every name. */
export async function findPlugins({ prisma }: Store, search: string, request: PageRequest): Promise<Page<Plugin>> {
  return keysetPage(request, { time: 'createdAt', id: 'id' }, ({ where, ...rest }) =>
    prisma.plugin.findMany({ where: { AND: [pluginWhere(search), where] }, ...rest }),
  );
}

export async function countPlugins({ prisma }: Store, search: string): Promise<number> {
  return prisma.plugin.count({ where: pluginWhere(search) });
}

function pluginWhere(search: string): Prisma.PluginWhereInput {
  return search === '' ? {} : { OR: [{ name: partOf(search) }, { id: search }] };
}

/** The secrets of many plugins that are asked for in one tick are one statement. */
export async function findPluginSecretHints({ prisma }: Store, pluginId: string): Promise<PluginSecretHint[]> {
  const secrets = await prisma.plugin.findUnique({ where: { id: pluginId } }).secrets({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, hint: true, createdAt: true, expiresAt: true },
  });
  return secrets ?? [];
}

/**
 * The secrets that verify a plugin's requests now, the current one first; null when there is no such plugin. A replaced
 * one that does not open is left out.
 */
export async function findValidSecrets(
  { prisma, keyring }: Store,
  pluginId: string,
  now: Date,
): Promise<string[] | null> {
  const plugin = await prisma.plugin.findUnique({
    where: { id: pluginId },
    select: {
      secrets: {
        where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        orderBy: { expiresAt: { sort: 'desc', nulls: 'first' } },
      },
    },
  });
  return (
    plugin &&
    plugin.secrets.flatMap((row) => {
      const secret = row.expiresAt ? openIfPossible(keyring, row) : keyring.open(row, sealedFor(row));
      return secret === undefined ? [] : [secret];
    })
  );
}

/** The secrets that sign callbacks. CONFLICT when the newest cannot be decrypted. */
export async function findSigningSecrets(store: Store, pluginId: string, now: Date): Promise<SigningSecrets> {
  const secrets = (await openSigningSecrets(store, store.prisma, [pluginId], now)).get(pluginId);
  if (secrets) return secrets;
  if (!(await findPlugin(store, pluginId))) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  const why = 'openplug cannot read the secret of the plugin with the ENCRYPTION_KEY that it was given';
  throw new Refusal('CONFLICT', { facts: { why } });
}

/** Whether callbacks of the plugin can be signed. Plugins that are asked for in one tick are one statement. */
export async function canSign({ prisma, keyring }: Store, pluginId: string): Promise<boolean> {
  const current = { where: { expiresAt: null } };
  const secrets = (await prisma.plugin.findUnique({ where: { id: pluginId } }).secrets(current)) ?? [];
  return secrets.some((row) => openIfPossible(keyring, row) !== undefined);
}

/** The secrets that sign callbacks, by plugin; a plugin whose newest secret does not open is left out. */
export async function openSigningSecrets(
  { keyring }: Store,
  tx: Client,
  pluginIds: readonly string[],
  now: Date,
): Promise<Map<string, SigningSecrets>> {
  const rows = await tx.pluginSecret.findMany({
    where: { pluginId: { in: [...new Set(pluginIds)] }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: { createdAt: 'desc' },
  });
  const opened = rows.flatMap(({ expiresAt, ...row }) => {
    const secret = openIfPossible(keyring, row);
    return secret === undefined ? [] : [{ pluginId: row.pluginId, isReplaced: expiresAt !== null, secret }];
  });
  return new Map(
    opened
      .filter(({ isReplaced }) => !isReplaced)
      .map(({ pluginId, secret: current }): [string, SigningSecrets] => {
        const previous = opened.filter((one) => one.isReplaced && one.pluginId === pluginId);
        return [pluginId, { current, previous: previous.slice(0, mostPrevious).map(({ secret }) => secret) }];
      }),
  );
}

async function lockPlugin(tx: Client, id: string): Promise<Plugin> {
  await tx.$queryRaw`SELECT 1 FROM plugin WHERE id = ${id} FOR NO KEY UPDATE`;
  const plugin = await tx.plugin.findUnique({ where: { id } });
  if (!plugin) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  return plugin;
}

async function addSecret({ keyring }: Store, tx: Client, pluginId: string, now: Date): Promise<string> {
  const secret = newIdentifier();
  const row = { id: newIdentifier(), pluginId };
  await tx.pluginSecret.create({
    data: { ...row, ...keyring.seal(secret, sealedFor(row)), hint: secret.slice(-4), createdAt: now },
  });
  return secret;
}

type SealedSecret = Pick<PluginSecret, 'pluginId' | 'id' | 'keyId' | 'sealed'>;

/** Undefined when none of the keys opens it. */
export function openIfPossible(keyring: Keyring, row: SealedSecret): string | undefined {
  try {
    return keyring.open(row, sealedFor(row));
  } catch {
    return undefined;
  }
}

/** What a secret of this row is bound to: copied to another row it does not open. */
export function sealedFor({ pluginId, id }: Pick<PluginSecret, 'pluginId' | 'id'>): string {
  return `${pluginId}/${id}`;
}

/**
 * So many replaced secrets sign callbacks, whose headers receivers limit to 8 KiB or so, and are looked at when a
 * signature is diagnosed: the newest. Whoever still uses an older one has missed as many resets.
 */
const mostPrevious = 5;

/**
 * What `use` makes of a plugin's secrets: of those that verify requests now and of the last ones that have expired. They
 * stay in here. Null when there is no such plugin.
 */
export async function useKnownSecrets<Result>(
  { prisma, keyring }: Store,
  pluginId: string,
  now: Date,
  use: (secrets: KnownSecrets) => Result,
): Promise<Result | null> {
  const plugin = await prisma.plugin.findUnique({ where: { id: pluginId }, select: { id: true } });
  if (!plugin) return null;
  const rows = await prisma.pluginSecret.findMany({
    where: { pluginId },
    orderBy: [{ expiresAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }],
  });
  const isCurrent = ({ expiresAt }: PluginSecret) => expiresAt === null || expiresAt > now;
  const open = (row: PluginSecret) => keyring.open(row, sealedFor(row));
  return use({
    current: rows.filter(isCurrent).map(open),
    previous: rows
      .filter((row) => !isCurrent(row))
      .slice(0, mostPrevious)
      .map(open),
  });
}
