/** Leaves an account that is gone: its list goes on in the demo where that was wished, and nothing else stays on this device. */
import { adoptCategories } from '#core/catalogue/adopt-categories.ts';
import type { ListCopy } from '#core/change/change.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import { DEMO_USER } from '#core/account/user.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import { fitSavedLists } from '#client/store/fit-saved-lists.ts';
import { openList } from '#client/store/open-list.ts';
import { joinLegacy } from '#client/store/take-legacy.ts';
import { findDatabase } from './database/find-database.ts';
import { createStorage } from './database/storage.ts';
import { createStranding } from './database/stranding.ts';
import { dropWish, readWish, writeWish } from './farewell-wish.ts';
import { createQueued } from './queued.ts';
import { readKeptList } from './read-kept-list.ts';
import { createTabs } from './tabs.ts';
import { createTurn } from './turn.ts';

type Left = Awaited<ReturnType<TakeAlong['leaveAccount']>>;

/**
 * Does what was wished for (farewell-wish.ts), whatever of it is still to do; done twice it does no harm. Nobody waits for
 * the database to go: a tab that is frozen may hold on to it.
 * @param copy the list as it is on the screen; null where it is read from the disk
 */
export async function leaveAccount(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  const outcome: { left: Left } = { left: 'nothing' };
  // One tab at a time: the list must not come into the demo twice.
  await createTurn(`farewell:${userId}`).take(async () => {
    outcome.left = await keepList(clock, userId, copy);
  });
  // What is in no other place stays; it is tried again at the next start.
  if (outcome.left !== 'refused') void removeAccount(clock, userId);
  return outcome.left;
}

async function keepList(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  const wish = readWish(userId);
  if (wish === null || wish.list === 'unwanted') return 'nothing';
  if (wish.list === 'kept') return 'demo';
  const kept = copy === null ? await readKeptList(userId, clock) : ({ type: 'here', copy } as const);
  if (kept.type === 'absent') return 'nothing';
  const isIn = kept.type === 'here' && (await keepInDemo(clock, kept.copy).catch(() => false));
  if (!isIn) return 'refused';
  writeWish(userId, { ...wish, list: 'kept' });
  return 'demo';
}

async function removeAccount(clock: Clock, userId: string): Promise<void> {
  if (readWish(userId) === null) return;
  // There is nobody any more to whom it could be sent.
  createQueued().write(userId, 0);
  await createStorage(userId, createStranding(userId, clock.randomHex)).forget(true);
  if ((await findDatabase(userId)) === 'absent') dropWish(userId);
}

/** Puts a list in the demo's place; tells whether it is on the disk. */
async function keepInDemo(clock: Clock, copy: ListCopy): Promise<boolean> {
  const storage = createStorage(DEMO_USER.id, createStranding(DEMO_USER.id, clock.randomHex));
  const tabs = createTabs(DEMO_USER.id);
  const isNew = !(await storage.hasList());
  const open = await openList(
    { storage, tabs, clock, order: createNameOrder(undefined) },
    { first: () => Promise.resolve(copy), legacy: null },
  );
  let isKept = isNew && open.openFailure === null;
  if (!isNew) {
    const { list } = open.store;
    const adopted = fitSavedLists(adoptCategories(copy, list), list);
    const legacy = { copy: adopted, onTaken: () => void (isKept = true) };
    // What the demo had comes back with Undo.
    await joinLegacy(legacy, open.store, { mode: 'replace', isStep: true });
  }
  open.close();
  tabs.close();
  await storage.close();
  return isKept;
}
