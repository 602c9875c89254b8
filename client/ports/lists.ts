/** The lists of one account, or of the demo, on this device (product H1, H2, H6, H7). */
import type { SavedCopy } from '#core/change/change-saved-lists.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { Patch } from '#core/diff/diff.ts';
import type { ListEntry, ListsRecord, Membership, UnsentChanges } from '#core/lists/lists-record.ts';
import type { Result } from '#core/result.ts';
import type { BackendFailure } from './backend.ts';
import type { StorageFailure } from './storage.ts';

/** What is in a list on this device. */
export type ListSummary = {
  /** Items that are not ticked. */
  readonly left: number;
  readonly total: number;
  /** Changes that the backend has not accepted, the rejected ones included. */
  readonly unsent: number;
};

/** A name that items of a list have or had, and the name of their category; '' if the list lacks it. */
export type ListedName = { readonly name: string; readonly category: string };

/** The lists on this device's disk. All tabs share them. */
export type ListDisk = {
  /** Reads the record of the account's lists. */
  readonly read: () => Promise<Result<ListsRecord, StorageFailure>>;
  /** Changes the record in one transaction, and notifies the other tabs. @returns the new record */
  readonly change: (work: (record: ListsRecord) => ListsRecord) => Promise<Result<ListsRecord, StorageFailure>>;
  /** Calls back when another tab may have changed the record. */
  readonly onChange: (callback: () => void) => () => void;
  /** Counts what is in a list; null if it is not on this device. */
  readonly summarize: (listId: string) => Promise<ListSummary | null>;
  /** Reads the saved lists of a list, latest first; none if it is not on this device. */
  readonly savedLists: (listId: string) => Promise<readonly SavedCopy[]>;
  /** Reads the names of a list's items, latest last; none if it is not on this device. */
  readonly names: (listId: string) => Promise<readonly ListedName[]>;
  /** Collects the changes of a list that the backend has not accepted; null if there are none, or no list on this device. */
  readonly collectUnsent: (listId: string) => Promise<Result<UnsentChanges | null, StorageFailure>>;
  /** Stores a new list. The backend gets it with the next sync cycle. */
  readonly createList: (listId: string, name: string) => Promise<Result<null, StorageFailure>>;
  readonly renameList: (listId: string, name: string) => Promise<Result<null, StorageFailure>>;
  /** Reapplies changes that were collected from the same list. They are sent like any others. */
  readonly restoreUnsent: (listId: string, patches: readonly Patch[]) => Promise<Result<null, StorageFailure>>;
  /**
   * Adds the rows of a copy to a list.
   * @returns the ids of the saved lists, in the copy, for which the list has no room
   */
  readonly importCopy: (listId: string, copy: ListCopy) => Promise<Result<readonly string[], StorageFailure>>;
  /** Removes a list from this device, its unsent changes included. */
  readonly removeList: (listId: string) => Promise<void>;
  readonly close: () => void;
};

/** The calls of the backend that concern all lists of the account. */
export type ListsBackend = {
  /** Pulls the memberships above a version. */
  readonly pullMemberships: (cursor: number) => Promise<Result<readonly Membership[], BackendFailure>>;
  /** Deletes a list of the account. Resolves also if the backend could not be reached. */
  readonly deleteList: (listId: string) => Promise<void>;
};

type MembershipPull = {
  /** The version up to which the memberships were pulled before. */
  readonly cursor: number;
  readonly receive: (pulled: readonly Membership[]) => Promise<void>;
};

/** What the sync of a list needs to know about the account's lists, and reports about them. */
export type Memberships = {
  /** Call it before each request that pulls them: an answer does not bring back what was removed while it was on its way. */
  readonly startPull: () => MembershipPull;
  /** The name of a list that the backend does not have yet; null for other lists. */
  readonly newListName: (listId: string) => string | null;
  /** Records that the backend has the list. */
  readonly markCreated: (listId: string) => Promise<void>;
  /** The backend refused a request because the account is not a member. Ends the list if its memberships confirm that. */
  readonly end: (listId: string) => Promise<void>;
};

/** The account's lists besides the open one, whose changes realtime reports too. */
export type ListChanges = {
  /** Null while it is unknown whether the backend has several lists. The same array until something changes. */
  readonly ids: () => readonly string[] | null;
  readonly onChange: (listener: () => void) => () => void;
  /** Something in a list changed. */
  readonly changed: (listId: string) => void;
  /** Changes may have gone unreported. */
  readonly changedAll: () => void;
};

type CreateListFailure = StorageFailure | { readonly type: 'too-many-lists' };

/** The lists of the signed-in account, or of the demo. Downloaded after the list is on screen. */
export type Lists = {
  /**
   * The personal list first, then by name. The same array until something changes. Ended lists are included until they are
   * dismissed.
   */
  readonly entries: () => readonly ListEntry[];
  readonly onChange: (listener: () => void) => () => void;
  /**
   * Whether there can be several lists: not on a backend that has only the specification's tables (product H11). Null until the backend has
   * answered for the first time, as on a new device.
   */
  readonly hasSeveral: () => boolean | null;
  /** Creates a list, offline too. @returns its id */
  readonly create: (name: string) => Promise<Result<string, CreateListFailure>>;
  /** Records the name of the open list, which is renamed by a change. */
  readonly setName: (listId: string, name: string) => Promise<void>;
  /** Renames a list that is not open. */
  readonly rename: (listId: string, name: string) => Promise<Result<null, StorageFailure>>;
  /** Counts what is in a list; null if it is not on this device yet. */
  readonly summarize: (listId: string) => Promise<ListSummary | null>;
  /** Reads the saved lists of a list, latest first; none if it is not on this device. */
  readonly savedLists: (listId: string) => Promise<readonly SavedCopy[]>;
  /** Removes a list that the user deleted. In the demo, this deletes the list. */
  readonly remove: (listId: string) => Promise<void>;
  /** Deletes a list that was `new` when the user deleted it. If the backend has got it meanwhile, it is deleted there with the next pull. */
  readonly discard: (listId: string) => Promise<void>;
  /** Removes a list that the user left. Like an ended one, it offers its unsent changes to the user's other lists (product H6). */
  readonly leave: (listId: string) => Promise<void>;
  /**
   * Copies the unsent changes of an ended list into another list, and dismisses the ended list.
   * @returns the number of saved lists that stay in the ended list, because they do not fit into the other one
   */
  readonly keepUnsent: (endedId: string, targetId: string) => Promise<Result<number, StorageFailure>>;
  /** Forgets an ended list and its unsent changes, after the user has seen the notice. */
  readonly dismiss: (endedId: string) => Promise<void>;
  /** Pulls the account's memberships now. Resolves when they are stored, or when the backend could not be reached. */
  readonly refresh: () => Promise<void>;
  /** Counts the changes that the backend has not accepted, in all lists but one. */
  readonly countUnsentExcept: (listId: string) => Promise<number>;
  /** Reads the names of items in all lists but one. */
  readonly namesExcept: (listId: string) => Promise<readonly ListedName[]>;
};

/** The guest list: the demo's list on this device, and its import into a new account (product L2). */
export type GuestList = {
  /** Counts its items; null if there is no guest list on this device or if it is unchanged since its creation. */
  readonly preview: () => Promise<{ readonly items: number } | null>;
  /** Requests the import into the account with this email address, at its first sign-in on this device. */
  readonly requestImport: (email: string) => void;
  /** Whether an import into the account with this email address is requested. */
  readonly isImportRequested: (email: string) => boolean;
  /** Cancels the requested import. */
  readonly cancelImport: () => void;
  /** Reads an account's personal list on this device as the text of a list file; null if it cannot be read. */
  readonly readPersonalFile: (userId: string) => Promise<string | null>;
  /**
   * Removes the data of a deleted account from this device, and keeps its personal list in the demo if that was requested.
   * @param copy the personal list on screen; null to read it from the disk
   * @returns `demo` if the demo now has the list; `refused` if the disk refused: nothing was removed, and the next start
   * tries again
   */
  readonly removeDeletedAccount: (userId: string, copy: ListCopy | null) => Promise<'demo' | 'nothing' | 'refused'>;
};
