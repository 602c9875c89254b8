/** What happens on this device once the account is deleted. */
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { notice } from '#web/messages/en/notices.ts';
import type { AppServices } from '#web/app-context.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';

type Services = Pick<AppServices, 'session' | 'loadTakeAlong' | 'queued' | 'handset'>;

/** `demo`: it is in the demo's list, which is open then. `file`: the disk refused, the shopper has a file. */
export type Kept = 'demo' | 'file' | 'nothing';

/**
 * Leaves an account that is gone: nothing of it stays on this device but what was wanted.
 * @param isListWanted whether the list goes on in the demo
 * @returns where the list is now
 */
export async function leaveForGood(services: Services, shopper: Shopper, isListWanted: boolean): Promise<Kept> {
  const { session, queued } = services;
  const kept = isListWanted ? await keepList(services, shopper) : 'nothing';
  const farewell = session.signOut();
  // There is nobody any more to whom it could be sent.
  queued.write(shopper.user.id, 0);
  await shopper.forget(true);
  if (kept === 'demo') session.door.keep(DEMO_USER);
  await farewell;
  return kept;
}

/** Before the account's list leaves this device. */
async function keepList({ loadTakeAlong, handset }: Services, { store }: Shopper): Promise<Kept> {
  const now = store.now();
  const text = listToFile(store.list, now);
  const copy = fileToListCopy(text);
  const takeAlong = await loadTakeAlong().catch(() => null);
  if (copy.ok && (await takeAlong?.keepInDemo(copy.value).catch(() => false)) === true) return 'demo';
  handset.saveFile(notice.fileName(now.slice(0, 10)), text);
  return 'file';
}
