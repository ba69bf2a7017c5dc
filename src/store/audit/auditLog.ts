import type { PageRequest } from '../../rules/values/page.ts';
import type { AuditEntry } from './audit.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { Store } from '../database/store.ts';

/** What staff did, the newest first. */
export async function findAuditEntries({ prisma }: Store, request: PageRequest): Promise<Page<AuditEntry>> {
  return keysetPage(request, { time: 'at', id: 'id', readId: BigInt }, (page) => prisma.auditEntry.findMany(page));
}

export async function findAuditEntry({ prisma }: Store, id: bigint): Promise<AuditEntry | null> {
  return prisma.auditEntry.findUnique({ where: { id } });
}

export async function countAuditEntries({ prisma }: Store): Promise<number> {
  return prisma.auditEntry.count();
}
