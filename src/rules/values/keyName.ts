import { findInvisible } from '../diagnosis/invisibleCharacter.ts';
import type { Problem } from '../failures/valueProblems.ts';
import { checkPluginName } from './values.ts';

/** The name in the audit log of an actor without a key of the database. */
export const serviceActors = { adminToken: 'ADMIN_TOKEN', reseal: 'reseal' } as const;

/** Returns the name in the audit log of a sandbox plugin, which acts without staff. */
export function sandboxActor(pluginId: string): string {
  return `sandbox plugin ${pluginId}`;
}

/** Checks the name of a key. The audit log shows it for the person who uses the key, so it must not look like another one. */
export function checkKeyName(text: string): Problem | undefined {
  const problem = checkPluginName(text);
  if (problem) return problem;
  const unseen = findInvisible(text);
  if (unseen) return unseen;
  if (text.trim() !== text) return { code: 'surroundingSpace' };
  const looks = looksOf(text);
  return reservedNames.has(looks) || looksOfPlugin.test(looks) ? { code: 'reservedName' } : undefined;
}

/** Letters and digits only, in one case and one form: what a reader in a hurry takes for the same name. */
function looksOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const looksOfPlugin = /^sandboxplugin[a-z0-9]{8}$/;
const reservedNames = new Set(Object.values(serviceActors).map(looksOf));
