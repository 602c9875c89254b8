/** Logs out: requests confirmation if unsaved changes are at stake, and removes data that is safe on the server (product Y9). */
import { isDemoUser } from '#core/account/user.ts';
import { countRejected } from '#core/sync/sync-record.ts';
import { countPatchedRows } from '#core/diff/diff.ts';
import type { DeviceFeatures } from '#client/ports/device-features.ts';
import type { UnsentCounts } from '#client/ports/local-storage.ts';
import type { Session } from '#client/session/session.ts';
import { messages } from '#web/messages/messages.ts';
import type { ShownList } from '#web/shown-list/shown-list.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';

/**
 * The confirmation to request before logging out; null if nothing is at stake.
 * @param onYes logs out
 */
export async function logOutConfirmation(shownList: ShownList, onYes: () => void): Promise<Confirmation | null> {
  const confirmation = { title: messages.logOut.title, yes: messages.logOut.yes, no: messages.logOut.no, onYes };
  const elsewhere = await countElsewhere(shownList);
  switch (riskOf(shownList, elsewhere)) {
    case 'none':
      return null;
    case 'later':
      return { ...confirmation, text: describeUnsaved(shownList, elsewhere), isDanger: false };
    case 'loss':
      return { ...confirmation, text: messages.logOut.lost, isDanger: true };
  }
}

type LogOutParts = {
  readonly session: Session;
  readonly unsentCounts: UnsentCounts;
  readonly deviceFeatures: Pick<DeviceFeatures, 'loadSharing'>;
};

/**
 * Logs out. If the server has every change of all lists, the account's data is removed from this device. The demo's lists
 * stay.
 */
export async function logOut(
  { session, unsentCounts, deviceFeatures }: LogOutParts,
  shownList: ShownList,
): Promise<void> {
  // Another person may use this device next (product Q4). If it fails, the user is still logged out.
  const deletion = deviceFeatures
    .loadSharing()
    .then((sharing) => sharing.deleteSharedText())
    .catch(() => undefined);
  const elsewhere = await countElsewhere(shownList);
  // The session ends at once on this device; the promise only waits for the server.
  const signOut = session.signOut();
  if (shownList.sync !== null) {
    // Checked only now, because waiting changes may have been sent while the dialog was open.
    const waiting = countWaiting(shownList, elsewhere);
    unsentCounts.write(shownList.user.id, waiting);
    if (riskOf(shownList, elsewhere) === 'none') await shownList.removeData();
  }
  await deletion;
  await signOut;
}

/** Without the code that counts, the lists are kept: removing them checks them again. */
const countElsewhere = ({ countUnsentElsewhere }: ShownList): Promise<number> => countUnsentElsewhere().catch(() => 0);

/** `later`: unsent changes stay on this device until the next sign-in. `loss`: changes are in memory only. */
function riskOf(shownList: ShownList, elsewhere: number): 'none' | 'later' | 'loss' {
  const { user, store, openFailure } = shownList;
  if (isDemoUser(user)) return 'none';
  if (openFailure !== null || store.storageFailure() !== null) return 'loss';
  return describeUnsaved(shownList, elsewhere) === '' ? 'none' : 'later';
}

/** The changes that only this device has, in words; '' for none. */
function describeUnsaved(shownList: ShownList, elsewhere: number): string {
  const waiting = countWaiting(shownList, elsewhere);
  const rejected = shownList.sync?.status().rejected ?? [];
  return [
    ...(waiting > 0 ? [messages.logOut.waiting(waiting)] : []),
    ...(rejected.length > 0 ? [messages.logOut.rejected(countRejected(rejected))] : []),
  ].join(' ');
}

/** The store already has a change that the sync has not counted yet. */
const countWaiting = ({ store, sync }: ShownList, elsewhere: number): number =>
  Math.max(sync?.status().pending ?? 0, countPatchedRows(store.patches())) + elsewhere;
