import type { PageRequest } from '../rules/page.ts';
import type { AuditEntry } from './audit.ts';
import { keysetPage, type Page } from './keysetPage.ts';
import type { Store } from './store.ts';

/** What staff did, the newest first. */
export async function findAuditEntries({ prisma }: Store, request: PageRequest): Promise<Page<AuditEntry>> {
  return keysetPage(request, { time: 'at', id: 'id', readId: BigInt }, (page) => prisma.auditEntry.findMany(page));
}

export async function countAuditEntries({ prisma }: Store): Promise<number> {
  return prisma.auditEntry.count();
}
