import type { Role } from '../generated/operations.ts';

/** The pages that one can go to, in their order: in the navigation and the palette. Shortcuts.tsx has the keys. */
export const pages = [
  { path: '/', name: 'overview', isForAdmin: false },
  { path: '/orders', name: 'orders', isForAdmin: false },
  { path: '/plugins', name: 'plugins', isForAdmin: false },
  { path: '/doctor', name: 'doctor', isForAdmin: false },
  { path: '/rejected', name: 'rejected', isForAdmin: false },
  { path: '/keys', name: 'keys', isForAdmin: true },
  { path: '/audit', name: 'audit', isForAdmin: true },
] as const;

/** Returns the pages that a role may see. The service refuses what is on the others. */
export function pagesOf(role: Role): (typeof pages)[number][] {
  return pages.filter(({ isForAdmin }) => !isForAdmin || role === 'ADMIN');
}
