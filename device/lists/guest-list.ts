/**
 * The guest list port: reads the demo's list on this device and imports it into a new account. The demo stays
 * unchanged.
 */
import type { ListCopy } from '#core/change/change.ts';
import { pickDetails } from '#core/list/item-fields.ts';
import { MOVED } from '#core/list/keyed-fields.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { storesIn } from '#core/stores/stores.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { GuestList } from '#client/ports/lists.ts';
import type { ListImport } from '#client/lists/import-list.ts';
import { removeDeletedAccount } from './remove-account.ts';
import { readCopy, readListFile } from './read-list.ts';
import { clearImportTarget, readImportTarget, writeImportTarget } from '#device/local-storage/pending-requests.ts';

type GuestListParts = {
  readonly clock: Clock;
  /** The demo's initial list. */
  readonly loadFirst: () => Promise<ListCopy>;
};

export function createGuestList(parts: GuestListParts): GuestList {
  return {
    async preview() {
      const demo = await readDemo(parts.clock);
      if (demo.type !== 'here' || isSameList(demo.copy, await parts.loadFirst())) return null;
      return { items: demo.copy.items.length };
    },
    requestImport: writeImportTarget,
    isImportRequested: (email) => readImportTarget() === email,
    cancelImport: clearImportTarget,
    async readPersonalFile(userId) {
      const read = await readListFile(personalList(userId), parts.clock);
      return read.type === 'here' ? read.text : null;
    },
    removeDeletedAccount: (userId, copy) => removeDeletedAccount(parts.clock, userId, copy),
  };
}

/**
 * Reads the guest list if its import into this user's account is requested.
 * @param email the address of the account; null if it is unknown, for example because the session has ended
 * @returns null if no import is requested or if there is no guest list
 */
export async function readGuestListImport(
  clock: Clock,
  userId: string,
  email: string | null,
): Promise<ListImport | null> {
  const target = readImportTarget();
  const isTo = target === userId || (email !== null && target === normalizeEmail(email));
  if (target === null || !isTo) return null;
  const demo = await readDemo(clock);
  if (demo.type === 'here') return { copy: demo.copy, onImported: () => clearTargetIf(target) };
  // An unreadable list may be readable later, so its request stays.
  if (demo.type === 'absent') clearTargetIf(target);
  return null;
}

/** Another tab may have requested an import for another account. */
function clearTargetIf(target: string): void {
  if (readImportTarget() === target) clearImportTarget();
}

const readDemo = (clock: Clock) => readCopy(personalList(DEMO_USER.id), clock);

/** Whether the list is unchanged since its creation. */
function isSameList(copy: ListCopy, first: ListCopy): boolean {
  return describeList(copy) === describeList(first);
}

/** Describes a list independent of its order. */
function describeList({ items, categories, savedLists, listName, stores }: ListCopy): string {
  const lines = [
    ...items.map((item) => ['item', item.id, item.name, item.category, item.checked, pickDetails(item)]),
    ...categories.map((category) => ['category', category.id, category.name, category.inList, category[MOVED]]),
    ...savedLists.map(({ id, name, createdAt }) => ['saved', id, name, createdAt]),
    ...storesIn(stores ?? {}).map(({ id, name }) => ['store', id, name]),
  ];
  return JSON.stringify([listName, ...lines.map((line) => JSON.stringify(line)).toSorted()]);
}
