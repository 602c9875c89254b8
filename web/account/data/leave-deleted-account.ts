/** Signs out of a deleted account and keeps its list if the user asked for that. */
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import type { AppServices } from '#web/shown-list/app-context.ts';
import type { ShownList } from '#web/shown-list/shown-list.ts';

type Services = Pick<AppServices, 'session' | 'loadGuestList' | 'deviceFeatures'>;

/** `demo`: the demo has the list and opens. `file`: the demo could not store it, so it was saved as a file. */
export type ListDestination = 'demo' | 'file' | 'nothing';

/**
 * Removes the data of a deleted account from this device, except for a list that the user wants to keep.
 * @param isListWanted whether the user wants to keep the list in the demo
 * @returns where the list was kept
 */
export async function leaveDeletedAccount(services: Services, shownList: ShownList, isListWanted: boolean): Promise<ListDestination> {
  const { session } = services;
  const kept = await keepList(services, shownList, isListWanted);
  // Do not wait: the backend deleted the session with the account.
  void session.signOut();
  if (kept === 'demo') session.signInAccess.setUser(DEMO_USER);
  return kept;
}

async function keepList(
  { loadGuestList, deviceFeatures }: Services,
  { store, user }: ShownList,
  isListWanted: boolean,
): Promise<ListDestination> {
  const now = store.now();
  const text = listToFile(store.list, now);
  const copy = fileToListCopy(text);
  const guestList = await loadGuestList().catch(() => null);
  const left = copy.ok
    ? await guestList?.removeDeletedAccount(user.id, copy.value).catch(() => 'refused' as const)
    : 'refused';
  if (left === 'demo') return 'demo';
  if (left === 'nothing' || !isListWanted) return 'nothing';
  // The list also stays on the device, because the app cannot know whether the file was saved.
  deviceFeatures.saveFile(messages.notice.fileName(now.slice(0, 10)), text);
  return 'file';
}
