import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import type { KnownSecrets } from '../../rules/diagnosis/signature/digests.ts';
import type { SigningSecrets } from '../../rules/signing/signature.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { readOn, type Read } from '../database/decideAndWrite.ts';
import { rowsOf, type Statement } from '../database/preparedStatements.ts';
import type { Client, Store } from '../database/store.ts';
import { Prisma, type PluginSecret } from '../generated/client.ts';
import type { Keyring } from '../secrets/keyring.ts';

/** A secret as staff see it: never the secret itself. */
export type PluginSecretHint = Pick<PluginSecret, 'id' | 'hint' | 'createdAt' | 'expiresAt'>;

/** Calls for several plugins in the same tick are read by one statement. */
export async function findPluginSecretHints({ prisma }: Store, pluginId: string): Promise<PluginSecretHint[]> {
  const secrets = await prisma.plugin.findUnique({ where: { id: pluginId } }).secrets({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, hint: true, createdAt: true, expiresAt: true },
  });
  return secrets ?? [];
}

/** The secrets that verify a plugin's requests now. */
export interface ValidSecrets {
  /** The secrets that the keys of this process decrypt, the current one first. */
  opened: string[];
  /** False: there are more, which the keys of this process do not decrypt. */
  isComplete: boolean;
}

export interface SignedRead<Found> {
  secrets: ValidSecrets;
  /** Null: there is no such row, or it is another plugin's. */
  found: Found | null;
}

/**
 * Returns a function that reads, in one statement, the secrets with which a request of a plugin is verified and the row
 * that its answer is made of. It resolves to null when there is no such plugin. Nothing of the row may leave the service
 * before the signature is verified.
 *
 * `select` finds at most one row; $1 is the plugin, $2 the time, and $3 what the request names. Its column "key" is not null.
 */
export function signedRead<Found extends object>(name: string, select: string) {
  const statement: Statement = {
    name,
    text: `
      SELECT secret.id AS "secretId", secret.key_id AS "secretKeyId", secret.sealed AS "secretSealed", found.*
      FROM plugin
      LEFT JOIN plugin_secret AS secret ON secret.plugin_id = plugin.id
        AND (secret.expires_at IS NULL OR secret.expires_at > $2::timestamptz)
      LEFT JOIN LATERAL (${select}) AS found ON true
      WHERE plugin.id = $1
      ORDER BY secret.expires_at DESC NULLS FIRST`,
  };
  return async (store: Store, pluginId: string, key: unknown, now: Date): Promise<SignedRead<Found> | null> => {
    const rows = await rowsOf<SignedRow<Found>>(store.reader, statement, [pluginId, now, key]);
    if (rows.length === 0) return null;
    const sealed = rows.flatMap((row) => sealedSecretOf(row, pluginId));
    const opened = openReadable(store.keyring, sealed);
    return { secrets: { opened, isComplete: opened.length === sealed.length }, found: foundIn(rows[0]!) };
  };
}

interface SecretColumns {
  /** Null: none of the plugin's secrets is valid. */
  secretId: string | null;
  secretKeyId: string;
  secretSealed: Uint8Array<ArrayBuffer>;
}

type SignedRow<Found> = SecretColumns & { key: unknown } & Found;

/** Returns the row without the columns of the secrets. */
function foundIn<Found>(row: SignedRow<Found>): Found | null {
  const { secretId: _id, secretKeyId: _keyId, secretSealed: _sealed, key, ...found } = row;
  return key === null ? null : (found as Found);
}

function sealedSecretOf({ secretId, secretKeyId, secretSealed }: SecretColumns, pluginId: string): SealedSecret[] {
  return secretId === null ? [] : [{ id: secretId, pluginId, keyId: secretKeyId, sealed: secretSealed }];
}

/** Says that this process cannot decrypt secrets of these plugins that it needs. */
export class UnreadableSecrets extends Error {
  override name = 'UnreadableSecrets';

  constructor(readonly pluginIds: readonly string[]) {
    super(`Secrets of these plugins cannot be decrypted: ${pluginIds.join(', ')}.`);
  }
}

/** Returns the secrets that sign callbacks. Throws CONFLICT when one of them cannot be decrypted. */
export async function findSigningSecrets(store: Store, pluginId: string, now: Date): Promise<SigningSecrets> {
  const secrets = (await openSigningSecrets(store, readOn(store.reader), [pluginId], now)).get(pluginId);
  if (secrets) return secrets;
  const isKnown = (await store.prisma.plugin.count({ where: { id: pluginId } })) > 0;
  if (!isKnown) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
  throw new Refusal('CONFLICT', because('SECRET_UNREADABLE'));
}

/**
 * Returns whether callbacks of the plugin can be signed. Calls for several plugins in the same tick are read by one
 * statement.
 */
export async function canSign({ prisma, keyring }: Store, pluginId: string, now: Date): Promise<boolean> {
  // The statement must not contain the time: it would be another statement for each moment.
  const secrets = await prisma.plugin
    .findUnique({ where: { id: pluginId } })
    .secrets({ orderBy: { createdAt: 'desc' } });
  return openToSign(keyring, (secrets ?? []).filter(isValidAt(now))) !== null;
}

/**
 * Returns the secrets that sign callbacks, by plugin; each id is given once. A plugin is left out when one of its secrets
 * cannot be decrypted.
 */
export async function openSigningSecrets(
  { keyring }: Store,
  read: Read,
  pluginIds: readonly string[],
  now: Date,
): Promise<Map<string, SigningSecrets>> {
  const rows = await read<SealedSecret & Pick<PluginSecret, 'expiresAt'>>({
    name: 'signing_secrets',
    sql: Prisma.sql`
      SELECT id, plugin_id AS "pluginId", key_id AS "keyId", sealed, expires_at AS "expiresAt" FROM plugin_secret
      WHERE plugin_id = ANY(${[...pluginIds]}::text[]) AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
      ORDER BY created_at DESC`,
  });
  const ofPlugins = new Map(pluginIds.map((id): [string, typeof rows] => [id, []]));
  for (const row of rows) ofPlugins.get(row.pluginId)!.push(row);
  return new Map(
    [...ofPlugins].flatMap(([id, its]): [string, SigningSecrets][] => {
      const secrets = openToSign(keyring, its);
      return secrets ? [[id, secrets]] : [];
    }),
  );
}

/**
 * Opens the valid secrets of one plugin, which are given the newest first. Null unless all that sign open: a receiver may
 * know one of them only, and would refuse a callback without its signature.
 */
function openToSign(
  keyring: Keyring,
  rows: readonly (SealedSecret & Pick<PluginSecret, 'expiresAt'>)[],
): SigningSecrets | null {
  const currentRow = rows.find(({ expiresAt }) => expiresAt === null);
  const replaced = rows.filter(({ expiresAt }) => expiresAt !== null).slice(0, mostPrevious);
  const current = currentRow && openIfPossible(keyring, currentRow);
  const previous = openReadable(keyring, replaced);
  return current === undefined || previous.length < replaced.length ? null : { current, previous };
}

/** Makes a new secret of a plugin and returns it. The database has it encrypted only. */
export async function addSecret({ keyring }: Store, tx: Client, pluginId: string, now: Date): Promise<string> {
  const secret = newIdentifier();
  const row = { id: newIdentifier(), pluginId };
  await tx.pluginSecret.create({
    data: { ...row, ...keyring.seal(secret, sealedFor(row)), hint: secret.slice(-4), createdAt: now },
  });
  return secret;
}

type SealedSecret = Pick<PluginSecret, 'pluginId' | 'id' | 'keyId' | 'sealed'>;

/** Returns undefined when none of the keys decrypts it. */
export function openIfPossible(keyring: Keyring, row: SealedSecret): string | undefined {
  try {
    return keyring.open(row, sealedFor(row));
  } catch {
    return undefined;
  }
}

function openReadable(keyring: Keyring, rows: readonly SealedSecret[]): string[] {
  return rows.map((row) => openIfPossible(keyring, row)).filter((secret) => secret !== undefined);
}

function isValidAt(now: Date) {
  return ({ expiresAt }: Pick<PluginSecret, 'expiresAt'>) => expiresAt === null || expiresAt > now;
}

/** Returns the name that a secret of this row is bound to: copied to another row it cannot be decrypted. */
export function sealedFor({ pluginId, id }: Pick<PluginSecret, 'pluginId' | 'id'>): string {
  return `${pluginId}/${id}`;
}

/**
 * The number of replaced secrets that sign callbacks, whose headers receivers limit to 8 KiB or so, and that a diagnosis
 * tries: the newest. A developer who still uses an older one has missed as many resets.
 */
const mostPrevious = 5;

/**
 * Calls `use` with the secrets of a plugin that can be decrypted, and returns its result: the secrets that verify requests
 * now, and the last ones that have expired. They leave this function in no other way. Null: there is no such plugin.
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
  const isValid = isValidAt(now);
  const valid = rows.filter(isValid);
  const expired = rows.filter((row) => !isValid(row)).slice(0, mostPrevious);
  const [current, previous] = [openReadable(keyring, valid), openReadable(keyring, expired)];
  const isComplete = current.length + previous.length === valid.length + expired.length;
  return use({ current, previous, isComplete });
}
