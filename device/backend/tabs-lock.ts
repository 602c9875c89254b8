/** One tab at a time, for what all tabs share. */

/** A tab that sleeps while it holds the lock must not keep the others waiting for ever. */
const PATIENCE_MS = 15_000;

/**
 * Does a piece of work while no other tab does the same. Where the browser has no locks, or one is held too long, it is done
 * anyway: a backend takes the same refresh token twice within ten seconds, and always the parent of the newest one.
 */
export async function withTabsLock<T>(work: () => Promise<T>): Promise<T> {
  // Older browsers and pages that are not secure have none, whatever the types say.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return work();
  const progress = { hasBegun: false };
  const begin = (): Promise<T> => {
    progress.hasBegun = true;
    return work();
  };
  try {
    return await locks.request('checklist.session', { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    // The lock was not to be had. A failure of the work itself is the caller's.
    if (progress.hasBegun) throw error;
    return work();
  }
}
