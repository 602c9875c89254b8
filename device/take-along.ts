/** The take-along port: the demo's list on this device, for a new account; nothing of it is changed by leaving. */
import type { ListCopy } from '#core/change/change.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import { DEMO_USER } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import { createDisplay } from '#client/store/display.ts';
import { fitSavedLists } from '#client/store/fit-saved-lists.ts';
import { joinLegacy, openList } from '#client/store/open-list.ts';
import type { Legacy } from '#client/store/open-list.ts';
import { readStoredSession } from './backend/stored-session.ts';
import { openDatabase } from './database/database.ts';
import { createStorage } from './database/storage.ts';
import { createStranding } from './database/stranding.ts';
import { dropPromise, readPromise, writePromise } from './take-along-promise.ts';
import { createTabs } from './tabs.ts';

type Parts = {
  readonly clock: Clock;
  /** What the demo's list began as. */
  readonly loadFirst: () => Promise<ListCopy>;
};

export function createTakeAlong(parts: Parts): TakeAlong {
  return {
    async offer() {
      const copy = await readDemo(parts.clock);
      if (copy === null || isSameList(copy, await parts.loadFirst())) return null;
      return { items: copy.items.length };
    },
    promise: writePromise,
    cancel: dropPromise,
    keepInDemo: (copy) => keepInDemo(parts, copy),
  };
}

/**
 * The list promised to the account of this user, to join it.
 * @returns null where nothing is promised to it, or nothing is left of the demo
 */
export async function readTakenAlong(clock: Clock, user: User): Promise<Legacy | null> {
  const session = readStoredSession();
  const email = session?.user.id === user.id ? normalizeEmail(session.user.email ?? '') : '';
  if (email === '' || readPromise() !== email) return null;
  const copy = await readDemo(clock);
  if (copy !== null) return { copy, onTaken: () => dropPromiseTo(email) };
  dropPromiseTo(email);
  return null;
}

/** Somebody else may have signed up in another tab meanwhile. */
function dropPromiseTo(email: string): void {
  if (readPromise() === email) dropPromise();
}

/** The demo's list as it stands on the disk; null where it never was here. */
async function readDemo(clock: Clock): Promise<ListCopy | null> {
  if (!(await isDemoHere())) return null;
  const storage = createStorage(DEMO_USER.id, createStranding(DEMO_USER.id, clock.randomHex));
  if (!(await storage.hasList())) return null;
  const opened = await storage.open(NOTHING);
  if (!opened.ok) return null;
  const { list } = createDisplay(opened.value, createNameOrder(undefined)).display;
  const copy = fileToListCopy(listToFile(list, clock.isoNow()));
  return copy.ok ? copy.value : null;
}

const NOTHING = { items: [], categories: [], savedLists: [], profile: [] };

/** To look must not leave an empty database behind. */
async function isDemoHere(): Promise<boolean> {
  const opened = await openDatabase({ userId: DEMO_USER.id, mayCreate: false, onClosed: () => undefined });
  if (opened.ok) opened.value.close();
  return opened.ok;
}

/** Whether nobody made anything of a list. */
function isSameList(copy: ListCopy, first: ListCopy): boolean {
  return describeList(copy) === describeList(first);
}

/** Without an order, which nothing in a copy has. */
function describeList({ items, categories, savedLists, listName }: ListCopy): string {
  const lines = [
    ...items.map(({ id, name, category, checked }) => ['item', id, name, category, checked]),
    ...categories.map(({ id, name, inList }) => ['category', id, name, inList]),
    ...savedLists.map(({ id, name, createdAt }) => ['saved', id, name, createdAt]),
  ];
  return JSON.stringify([listName, ...lines.map((line) => JSON.stringify(line)).toSorted()]);
}

async function keepInDemo({ clock }: Parts, copy: ListCopy): Promise<boolean> {
  const storage = createStorage(DEMO_USER.id, createStranding(DEMO_USER.id, clock.randomHex));
  const tabs = createTabs(DEMO_USER.id);
  const isNew = !(await storage.hasList());
  const open = await openList(
    { storage, tabs, clock, order: createNameOrder(undefined) },
    { first: () => Promise.resolve(copy), legacy: null },
  );
  let isKept = isNew && open.openFailure === null;
  if (!isNew) {
    const legacy = { copy: fitSavedLists(copy, open.store.list), onTaken: () => void (isKept = true) };
    // What the demo had comes back with Undo.
    await joinLegacy(legacy, open.store, { mode: 'replace', isStep: true });
  }
  open.close();
  tabs.close();
  return isKept;
}
