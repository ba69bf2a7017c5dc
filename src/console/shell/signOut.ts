/** Ends the session. Resolves also when the service cannot be reached; then the session ends by itself later. */
export async function signOut(): Promise<void> {
  await fetch('/console/sign-out', { method: 'POST' }).catch(() => null);
}
