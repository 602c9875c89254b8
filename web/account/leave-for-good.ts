/** What happens on this device once the account is deleted. */
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { notice } from '#web/messages/en/notices.ts';
import type { AppServices } from '#web/app-context.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';

type Services = Pick<AppServices, 'session' | 'loadTakeAlong' | 'handset'>;

/** `demo`: it is in the demo's list, which is open then. `file`: the demo did not take it, the shopper has a file. */
export type Kept = 'demo' | 'file' | 'nothing';

/**
 * Leaves an account that is gone: nothing of it stays on this device but what was wanted.
 * @param isListWanted whether the list goes on in the demo, as the desk was told
 * @returns where the list is now
 */
export async function leaveForGood(services: Services, shopper: Shopper, isListWanted: boolean): Promise<Kept> {
  const { session } = services;
  const kept = await takeLeave(services, shopper, isListWanted);
  // Nobody waits for the farewell: the session went with the account.
  void session.signOut();
  if (kept === 'demo') session.door.keep(DEMO_USER);
  return kept;
}

async function takeLeave(
  { loadTakeAlong, handset }: Services,
  { store, user }: Shopper,
  isListWanted: boolean,
): Promise<Kept> {
  const now = store.now();
  const text = listToFile(store.list, now);
  const copy = fileToListCopy(text);
  const takeAlong = await loadTakeAlong().catch(() => null);
  const left = copy.ok ? await takeAlong?.leaveAccount(user.id, copy.value).catch(() => 'refused' as const) : 'refused';
  if (left === 'demo') return 'demo';
  if (left === 'nothing' || !isListWanted) return 'nothing';
  // The list is still on the device as well: nobody can tell whether a file was really kept.
  handset.saveFile(notice.fileName(now.slice(0, 10)), text);
  return 'file';
}
