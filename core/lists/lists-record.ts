/** The lists of an account, as a device knows them (product H1, H6). */
import type { ListCopy } from '#core/change/change.ts';
import type { Patch } from '#core/diff/diff.ts';
import { compareText } from '#core/list/compare-text.ts';

/** The most lists that an account can have (product H1). */
export const LISTS_LIMIT = 50;

type ListRole = 'owner' | 'member';

export type ListMember = { readonly id: string; readonly name: string; readonly role: ListRole };

/** Changes of an ended list that were never sent. */
export type UnsentChanges = {
  /** The changed rows, for another list. */
  readonly copy: ListCopy;
  /** The changes themselves, for the same list if the account joins it again. Other fields of its rows may be newer there. */
  readonly patches: readonly Patch[];
};

/** One list of the account. */
export type ListEntry = {
  /** The personal list has the account's id. */
  readonly id: string;
  readonly name: string;
  readonly role: ListRole;
  /** All members in the order in which they joined, the account included; empty until the backend has reported them. */
  readonly members: readonly ListMember[];
  /** `new`: created on this device; the backend does not have it yet. `ended`: no longer one of the account's lists. */
  readonly state: 'new' | 'active' | 'ended';
  /** Of an ended list: the changes that were never sent. Null if there were none, or if they were not collected yet. */
  readonly unsent: UnsentChanges | null;
  /** The version of the membership; 0 if the backend has not reported it. */
  readonly version: number;
};

/** One record on disk. */
export type ListsRecord = {
  /** The version up to which the account's memberships were pulled; 0 if they never were. */
  readonly cursor: number;
  readonly entries: readonly ListEntry[];
  /** How often this device has removed or ended a list. Left out until it has. */
  readonly removals?: number;
  /**
   * The lists that were deleted here before this device knew that the backend has them, latest last. One that the backend reports
   * nevertheless, because a request to create it had arrived, has to be deleted there. Left out until there is one.
   */
  readonly discarded?: readonly string[];
};

/** A membership of the account, as the backend reports it. */
export type Membership = {
  readonly id: string;
  readonly name: string;
  readonly role: ListRole;
  readonly members: readonly ListMember[];
  /** Whether it has ended: the account left or was removed, or the list was deleted. */
  readonly deleted: boolean;
  readonly version: number;
};

/** The record of a device that knows only the personal list. */
export const createListsRecord = (userId: string, name: string): ListsRecord => ({
  cursor: 0,
  entries: [createEntry({ id: userId, name, state: 'active' })],
});

const createEntry = (entry: Pick<ListEntry, 'id' | 'name' | 'state'>): ListEntry => ({
  role: 'owner',
  members: [],
  unsent: null,
  version: 0,
  ...entry,
});

/** Adds a list that was created on this device. */
export const addNewList = (
  record: ListsRecord,
  list: Pick<ListEntry, 'id' | 'name'>,
  state: 'new' | 'active',
): ListsRecord => ({ ...record, entries: [...record.entries, createEntry({ ...list, state })] });

/** Replaces fields of an entry, if there is one. */
export const changeEntry = (record: ListsRecord, id: string, fields: Partial<ListEntry>): ListsRecord => ({
  ...record,
  entries: record.entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)),
});

/**
 * Records that the backend has a list that was created on this device. Until its memberships are pulled, its owner is the only member:
 * a list that the backend does not have yet cannot be shared (product S5). A pull may have reported the list already, or its end.
 */
export const markCreated = (record: ListsRecord, id: string, ownerId: string): ListsRecord =>
  record.entries.some((entry) => entry.id === id && entry.state === 'new')
    ? changeEntry(record, id, { state: 'active', members: [{ id: ownerId, name: '', role: 'owner' }] })
    : record;

/** How often a device has removed or ended a list. */
export const countRemovals = ({ removals = 0 }: Pick<ListsRecord, 'removals'>): number => removals;

/** Every function that removes or ends an entry counts it, so that an earlier pull does not bring the list back. */
const countRemoval = (record: ListsRecord): ListsRecord => ({ ...record, removals: countRemovals(record) + 1 });

/** Removes an entry. */
export const removeEntry = (record: ListsRecord, id: string): ListsRecord => ({
  ...countRemoval(record),
  entries: record.entries.filter((entry) => entry.id !== id),
});

/**
 * Removes the entry of a list that was deleted before this device knew that the backend has it. If a pull has reported the list
 * meanwhile, the next one reports it again, so that the device deletes it on the backend.
 */
export const discardEntry = (record: ListsRecord, id: string): ListsRecord => ({
  ...removeEntry(record, id),
  cursor: Math.min(record.cursor, ...record.entries.filter((entry) => entry.id === id).map(versionBefore)),
  discarded: [...(record.discarded ?? []), id].slice(-LISTS_LIMIT),
});

/** The cursor from which a pull reports the entry; unlimited for one that the backend has not reported. */
const versionBefore = ({ version }: ListEntry): number => (version > 0 ? version - 1 : Number.POSITIVE_INFINITY);

/** Removes the entry of an ended list. One that the account has joined again stays. */
export const removeEndedEntry = (record: ListsRecord, id: string): ListsRecord => ({
  ...countRemoval(record),
  entries: record.entries.filter((entry) => entry.id !== id || entry.state !== 'ended'),
});

/** Keeps changes in the entry of an ended list, after those that were kept before. Other entries are unchanged. */
export function keepInEnded(record: ListsRecord, id: string, unsent: UnsentChanges): ListsRecord {
  const ended = record.entries.find((entry) => entry.id === id && entry.state === 'ended');
  if (ended === undefined) return record;
  return changeEntry(record, id, { unsent: ended.unsent === null ? unsent : joinUnsent(ended.unsent, unsent) });
}

/** After unsent changes of an ended list were copied: its entry stays for the saved lists that found no room (product H6). */
export function settleCopied(record: ListsRecord, id: string, leftIds: readonly string[]): ListsRecord {
  const unsent = record.entries.find((entry) => entry.id === id)?.unsent ?? null;
  if (unsent === null || leftIds.length === 0) return removeEndedEntry(record, id);
  const savedLists = unsent.copy.savedLists.filter((saved) => leftIds.includes(saved.id));
  const needed = new Set(savedLists.flatMap(({ items }) => items.map(({ category }) => category)));
  const categories = unsent.copy.categories.filter((category) => needed.has(category.id));
  const patches = unsent.patches.filter((patch) => patch.table === 'savedLists' && leftIds.includes(patch.id));
  return changeEntry(record, id, { unsent: { copy: { ...unsent.copy, items: [], categories, savedLists }, patches } });
}

/** Counts what a copy adds to another list; 0 if nothing. A new category usually comes with an item, so it counts only alone. */
export const countRows = ({ items, categories, savedLists }: ListCopy): number =>
  items.length || categories.length + savedLists.length;

/** Joins changes of one list that were collected one after the other. Rows of the later copy replace those of the earlier one. */
const joinUnsent = (first: UnsentChanges, then: UnsentChanges): UnsentChanges => ({
  copy: {
    listName: then.copy.listName,
    stores: { ...first.copy.stores, ...then.copy.stores },
    items: joinRows(first.copy.items, then.copy.items),
    categories: joinRows(first.copy.categories, then.copy.categories),
    savedLists: joinRows(first.copy.savedLists, then.copy.savedLists),
  },
  patches: [...first.patches, ...then.patches],
});

const joinRows = <R extends { readonly id: string }>(first: readonly R[], then: readonly R[]): readonly R[] => [
  ...first.filter(({ id }) => then.every((row) => row.id !== id)),
  ...then,
];

/** Ends a membership. The entry stays until the user has seen what became of the list (product H6). */
export const endEntry = (record: ListsRecord, id: string): ListsRecord =>
  changeEntry(countRemoval(record), id, { state: 'ended' });

const isLive = ({ entries }: ListsRecord, listId: string): boolean =>
  entries.some(({ id, state }) => id === listId && state !== 'ended');

/** Whether a list was discarded here, but the backend has it. If the account has shared it from another device, it is kept. */
export const isDiscarded = (record: ListsRecord, { id, members, deleted }: Membership): boolean =>
  !deleted && members.length < 2 && (record.discarded ?? []).includes(id) && !isLive(record, id);

/**
 * Merges memberships that were pulled. An older version of a membership changes nothing. An ended membership of a list that
 * this device does not have changes nothing either: the user left or deleted it here. If a list was removed while the memberships
 * were pulled, the answer may be older than that, so it brings no list: the cursor stays before it, and the next pull does.
 * @param removalsAtStart `countRemovals` when the pull began
 */
export function mergeMemberships(
  record: ListsRecord,
  pulled: readonly Membership[],
  removalsAtStart: number,
): ListsRecord {
  const isLate = countRemovals(record) !== removalsAtStart;
  const isLeftOut = (membership: Membership): boolean =>
    isDiscarded(record, membership) || (isLate && !membership.deleted && !isLive(record, membership.id));
  const merged = pulled.filter((membership) => !isLeftOut(membership)).reduce(mergeMembership, record);
  const before = Math.min(...pulled.filter(isLeftOut).map(({ version }) => version));
  const versions = pulled.map(({ version }) => version).filter((version) => version < before);
  return { ...merged, cursor: Math.max(record.cursor, ...versions) };
}

function mergeMembership(record: ListsRecord, { deleted, ...membership }: Membership): ListsRecord {
  const known = record.entries.find(({ id }) => id === membership.id);
  if (known !== undefined && known.version >= membership.version) return record;
  if (deleted) {
    return known === undefined
      ? record
      : changeEntry(record, membership.id, { state: 'ended', version: membership.version });
  }
  const active = { ...membership, state: 'active' } as const;
  return known === undefined
    ? { ...record, entries: [...record.entries, { ...active, unsent: null }] }
    : changeEntry(record, membership.id, active);
}

/** How many ended memberships of an account the backend keeps (private.end_memberships in supabase/baseline/5_members.sql). */
const KEPT_ENDED = 200;

/**
 * Ends a membership after a refusal if all memberships of the account confirm it. A backend that was restored from a backup may not
 * know the list, which confirms nothing; but it also forgets the end of a membership once enough others have ended after it.
 * @param known the entry before the memberships were pulled. If it is newer now, the account has joined the list again
 * @param all the account's memberships from the beginning, ended ones too
 */
export function endIfConfirmed(
  record: ListsRecord,
  known: Pick<ListEntry, 'id' | 'version'>,
  all: readonly Membership[],
): ListsRecord {
  const isSame = record.entries.some(({ id, version }) => id === known.id && version === known.version);
  return isSame && confirmsEnd(known, all) ? endEntry(record, known.id) : record;
}

function confirmsEnd({ id, version }: Pick<ListEntry, 'id' | 'version'>, all: readonly Membership[]): boolean {
  const reported = all.filter((membership) => membership.id === id);
  if (reported.length > 0) return reported.some(({ deleted }) => deleted);
  const later = all.filter((membership) => membership.deleted && membership.version > version);
  return version > 0 && later.length >= KEPT_ENDED;
}

/**
 * The record of a device that may keep only what was never sent: the lists with such changes, without what the backend reported
 * about them (product Y9). Their names stay, because the user may have to choose where to copy the changes.
 * @param first the record of a device that has never synced
 * @param keptIds the lists that still have changes on the disk
 */
export function keepUnsentLists(record: ListsRecord, first: ListsRecord, keptIds: ReadonlySet<string>): ListsRecord {
  const kept = record.entries.filter(({ id, unsent }) => keptIds.has(id) || unsent !== null);
  const entries = kept.map((entry) => ({ ...entry, members: [], version: 0 }));
  return {
    ...record,
    cursor: 0,
    entries: [...first.entries.filter(({ id }) => !kept.some((entry) => entry.id === id)), ...entries],
  };
}

/** The entries in the order in which the screen shows them: the personal list first, then by name. */
export const sortEntries = (
  entries: readonly ListEntry[],
  userId: string,
  compareNames: (a: string, b: string) => number,
): readonly ListEntry[] =>
  entries.toSorted(
    (a, b) =>
      Number(b.id === userId) - Number(a.id === userId) || compareNames(a.name, b.name) || compareText(a.id, b.id),
  );

/** How many lists count towards the limit. */
export const countLists = ({ entries }: ListsRecord): number => entries.filter(({ state }) => state !== 'ended').length;
