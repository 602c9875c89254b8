/** Logging out: what it would cost is asked about first, and what is safe elsewhere leaves this device (product Y9). */
import { isDemoUser } from '#core/account/user.ts';
import { countPatchedRows } from '#core/sync/row-key.ts';
import type { Session } from '#client/session/session.ts';
import { logOut as words } from '#web/messages/en/sync.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import type { Question } from '#web/ui/question.ts';
import { countRows } from './count-rows.ts';

/**
 * The question that comes before logging out; null where one can just go.
 * @param onYes what logs out
 */
export function logOutQuestion(shopper: Shopper, onYes: () => void): Question | null {
  const question = { title: words.title, yes: words.yes, no: words.no, onYes };
  switch (costOf(shopper)) {
    case 'nothing':
      return null;
    case 'later':
      return { ...question, text: describeUnsaved(shopper), isDanger: false };
    case 'lost':
      return { ...question, text: words.lost, isDanger: true };
  }
}

/** Logs out; an account whose backend has everything leaves nothing on this device. The demo's list stays. */
export async function logOut(session: Session, shopper: Shopper): Promise<void> {
  // Nobody is in any more when this returns; what the backend says to it nobody waits for.
  const farewell = session.signOut();
  // Asked only now: what waited when the question came may have been sent meanwhile.
  if (shopper.sync !== null && costOf(shopper) === 'nothing') await shopper.forget();
  await farewell;
}

/** `later`: what is not sent stays here until the next sign-in. `lost`: it is in memory only. */
function costOf(shopper: Shopper): 'nothing' | 'later' | 'lost' {
  const { user, store, openFailure } = shopper;
  if (isDemoUser(user)) return 'nothing';
  if (openFailure !== null || store.storageFailure() !== null) return 'lost';
  return describeUnsaved(shopper) === '' ? 'nothing' : 'later';
}

/** What only this device has; '' for nothing. */
function describeUnsaved({ store, sync }: Shopper): string {
  const { pending, tray } = sync?.status() ?? { pending: 0, tray: [] };
  // An act of this very moment is in the store before the sync counts it.
  const waiting = Math.max(pending, countPatchedRows(store.patches()));
  return [
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
    ...(tray.length > 0 ? [words.refused(countRows(tray))] : []),
  ].join(' ');
}
