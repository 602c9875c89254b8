/** Logs out: requests confirmation if unsaved changes are at stake, and removes data that is safe on the server (product Y9). */
import { isDemoUser } from '#core/account/user.ts';
import { countRejected } from '#core/sync/sync-record.ts';
import { countPatchedRows } from '#core/diff/diff.ts';
import type { Session } from '#client/session/session.ts';
import { logOut as words } from '#web/messages/en/sync.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';

/**
 * The confirmation to request before logging out; null if nothing is at stake.
 * @param onYes logs out
 */
export function logOutConfirmation(shopper: Shopper, onYes: () => void): Confirmation | null {
  const confirmation = { title: words.title, yes: words.yes, no: words.no, onYes };
  switch (riskOf(shopper)) {
    case 'none':
      return null;
    case 'later':
      return { ...confirmation, text: describeUnsaved(shopper), isDanger: false };
    case 'loss':
      return { ...confirmation, text: words.lost, isDanger: true };
  }
}

/** Logs out. If the server has every change, the account's data is removed from this device. The demo's list stays. */
export async function logOut(session: Session, shopper: Shopper): Promise<void> {
  // The session ends at once on this device; the promise only waits for the server.
  const signOut = session.signOut();
  // Checked only now, because waiting changes may have been sent while the dialog was open.
  if (shopper.sync !== null && riskOf(shopper) === 'none') await shopper.removeData();
  await signOut;
}

/** `later`: unsent changes stay on this device until the next sign-in. `loss`: changes are in memory only. */
function riskOf(shopper: Shopper): 'none' | 'later' | 'loss' {
  const { user, store, openFailure } = shopper;
  if (isDemoUser(user)) return 'none';
  if (openFailure !== null || store.storageFailure() !== null) return 'loss';
  return describeUnsaved(shopper) === '' ? 'none' : 'later';
}

/** The changes that only this device has, in words; '' for none. */
function describeUnsaved({ store, sync }: Shopper): string {
  const { pending, rejected } = sync?.status() ?? { pending: 0, rejected: [] };
  // The store already has a change that the sync has not counted yet.
  const waiting = Math.max(pending, countPatchedRows(store.patches()));
  return [
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ...(rejected.length > 0 ? [words.rejected(countRejected(rejected))] : []),
  ].join(' ');
}
