/** The server with several accounts in memory: who is a member of which list, as in supabase/migrations/0006_lists.sql. */
import type { BackendFailure, Page, Pages } from '#client/ports/backend.ts';
import { PULL_ORDER } from '#client/sync/sync-cycle.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import type { ListMember, Membership } from '#core/lists/lists-record.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { PushGroup, Cursors } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { createServerDouble, type ServerDouble } from '#test/sync/server-double.ts';
import { expectThat } from '#test/sync/fields.ts';
import type { ListsRules } from './rules.ts';

type Answer<T> = Promise<Result<T, BackendFailure>>;

/** The calls of an account's device. */
type ListsServer = {
  readonly push: (account: string, listId: string, group: PushGroup) => Answer<readonly VersionedRow[]>;
  readonly pull: (account: string, listId: string, cursors: PullCursors) => Answer<Pulled>;
  readonly pullMemberships: (account: string, cursor: number) => Answer<readonly Membership[]>;
  readonly createList: (account: string, list: { readonly id: string; readonly name: string }) => Answer<null>;
};

type PullCursors = { readonly rows: Partial<Cursors>; readonly memberships: number };
type Pulled = { readonly pages: Pages; readonly memberships: readonly Membership[] };

/** What people do to lists. A call that the server refuses returns false and changes nothing. */
type PeopleApi = {
  readonly join: (account: string, listId: string) => boolean;
  readonly leave: (account: string, listId: string) => boolean;
  readonly removeMember: (owner: string, listId: string, account: string) => boolean;
  readonly handOver: (owner: string, listId: string, account: string) => boolean;
  readonly deleteList: (owner: string, listId: string) => boolean;
  readonly deleteAccount: (account: string) => boolean;
};

export type ListsServerDouble = ListsServer &
  PeopleApi & {
    /** The server loses a membership without ending it, as after a restore, until `restoreMemberships`. */
    readonly loseMembership: (account: string, listId: string) => void;
    readonly restoreMemberships: () => void;
    readonly hasAccount: (account: string) => boolean;
    /** The ids of all lists that exist. */
    readonly listIds: () => readonly string[];
    readonly ownerOf: (listId: string) => string | null;
    readonly isMember: (account: string, listId: string) => boolean;
    /** The members of a list, the longest-standing first. */
    readonly membersOf: (listId: string) => readonly ListMember[];
    /** The rows of a list, also of one that was deleted, or that only a device has so far. */
    readonly rowsOf: (listId: string) => ServerDouble;
    /** The version of a list when the account's membership ended last; null if it never did. */
    readonly versionAtEnd: (account: string, listId: string) => number | null;
    /** How often the account became a member of a list, and how often that ended. */
    readonly countsOf: (account: string, listId: string) => { readonly joins: number; readonly ends: number };
    /** Whether a list ever had a second member. */
    readonly wasShared: (listId: string) => boolean;
    /** Throws if a list has no owner, or several, or if the id of a deleted list is taken again. */
    readonly checkOwners: () => void;
  };

type MemberRow = {
  readonly listId: string;
  readonly account: string;
  readonly role: ListMember['role'];
  /** A number that grows with each join. */
  readonly joined: number;
  readonly deleted: boolean;
  readonly version: number;
};

const keyOf = (account: string, listId: string): string => `${account} ${listId}`;

export function createListsServer(rules: ListsRules, users: readonly string[]): ListsServerDouble {
  const accounts = new Set(users);
  const owners = new Map<string, string>();
  const lists = new Map<string, ServerDouble>();
  const names = new Map<string, string>();
  const members = new Map<string, MemberRow>();
  const former = new Set<string>();
  const lost = new Set<string>();
  const versionsAtEnd = new Map<string, number>();
  const lastVersions = new Map<string, number>();
  const counts = new Map<string, { readonly joins: number; readonly ends: number }>();
  let joins = 0;

  const rowsOf = (listId: string): ServerDouble => {
    const rows = lists.get(listId) ?? createServerDouble(rules, users.includes(listId) ? firstRows(listId) : []);
    lists.set(listId, rows);
    return rows;
  };
  const nameOf = (listId: string): string => findName(rowsOf(listId)) ?? names.get(listId) ?? '';
  const rowsIn = (listId: string): readonly MemberRow[] =>
    [...members.values()]
      .filter((row) => row.listId === listId && !row.deleted)
      .toSorted((a, b) => a.joined - b.joined);
  const put = (row: Omit<MemberRow, 'version'>): void => {
    const version = (lastVersions.get(row.account) ?? 0) + 1;
    lastVersions.set(row.account, version);
    members.set(keyOf(row.account, row.listId), { ...row, version });
  };
  const announce = (listId: string): void => {
    if (rules.announced) for (const row of rowsIn(listId)) put(row);
  };
  const isMember = (account: string, listId: string): boolean => members.get(keyOf(account, listId))?.deleted === false;
  /** What the server knows, as opposed to what is true. */
  const seesMember = (account: string, listId: string): boolean =>
    isMember(account, listId) && !lost.has(keyOf(account, listId));
  const countsOf = (account: string, listId: string) => counts.get(keyOf(account, listId)) ?? { joins: 0, ends: 0 };
  const addMember = (account: string, listId: string, role: MemberRow['role']): void => {
    joins += 1;
    const counted = countsOf(account, listId);
    counts.set(keyOf(account, listId), { ...counted, joins: counted.joins + 1 });
    put({ listId, account, role, joined: joins, deleted: false });
    announce(listId);
  };
  const end = (listId: string, ended: readonly string[]): void => {
    for (const account of ended) {
      const row = members.get(keyOf(account, listId));
      if (row === undefined || row.deleted) continue;
      versionsAtEnd.set(keyOf(account, listId), newestVersion(rowsOf(listId)));
      const counted = countsOf(account, listId);
      counts.set(keyOf(account, listId), { ...counted, ends: counted.ends + 1 });
      put({ ...row, deleted: true });
      if (!rules.endedStay) members.delete(keyOf(account, listId));
    }
    announce(listId);
  };
  const addList = (id: string, owner: string, name: string): void => {
    names.set(id, name);
    owners.set(id, owner);
    addMember(owner, id, 'owner');
  };
  const removeList = (listId: string): void => {
    end(
      listId,
      rowsIn(listId).map(({ account }) => account),
    );
    owners.delete(listId);
    former.add(listId);
  };
  const changeOwner = (listId: string, next: string): void => {
    owners.set(listId, next);
    for (const row of rowsIn(listId)) {
      put({ ...row, role: row.account === next && rules.handover ? 'owner' : 'member' });
    }
  };
  const leaveOne = (account: string, { listId, role }: MemberRow): void => {
    const heir = rowsIn(listId).find((row) => row.account !== account)?.account;
    if (heir === undefined) return removeList(listId);
    if (role === 'owner' && rules.heir) changeOwner(listId, heir);
    end(listId, [account]);
  };
  const toMembers = (listId: string): readonly ListMember[] =>
    rowsIn(listId).map(({ account, role }) => ({ id: account, name: account, role }));
  const membershipsAbove = (account: string, cursor: number): readonly Membership[] =>
    [...members.values()]
      .filter((row) => row.account === account && row.version > cursor && !lost.has(keyOf(account, row.listId)))
      .toSorted((a, b) => a.version - b.version)
      .map(({ listId, role, deleted, version }) => ({
        id: listId,
        name: deleted ? '' : nameOf(listId),
        role,
        members: deleted ? [] : toMembers(listId),
        deleted,
        version,
      }));

  for (const user of users) addList(user, user, 'My List');
  return {
    async push(account, listId, group) {
      if (!accounts.has(account)) return fail({ type: 'signed-out' });
      if (rules.membersWrite && !seesMember(account, listId)) return NOT_A_MEMBER;
      const pushed = await rowsOf(listId).push(group, null);
      expectThat(!pushed.ok || isMember(account, listId), `${account} writes list ${listId} without being a member`);
      const [, ownListId] = group.deviceId.split('/');
      expectThat(ownListId === listId, `Changes of list ${ownListId} reach list ${listId}`);
      if (pushed.ok && group.table === 'listRow') announce(listId);
      return pushed;
    },
    async pull(account, listId, cursors) {
      if (!accounts.has(account)) return fail({ type: 'signed-out' });
      if (rules.membersRead && !seesMember(account, listId)) return NOT_A_MEMBER;
      const pages: Record<string, Page> = {};
      for (const table of PULL_ORDER) {
        const cursor = cursors.rows[table];
        const page = cursor === undefined ? null : await rowsOf(listId).pull(table, cursor);
        if (page?.ok === true) pages[table] = page.value;
      }
      return ok({ pages, memberships: membershipsAbove(account, cursors.memberships) });
    },
    pullMemberships: (account, cursor) =>
      Promise.resolve(accounts.has(account) ? ok(membershipsAbove(account, cursor)) : fail({ type: 'signed-out' })),
    createList(account, { id, name }) {
      if (!accounts.has(account)) return Promise.resolve(fail({ type: 'signed-out' }));
      if (owners.has(id) && !isMember(account, id)) {
        return Promise.resolve(fail({ type: 'refused', message: 'Another list has this id.' }));
      }
      if (former.has(id)) return Promise.resolve(NOT_A_MEMBER);
      if (!owners.has(id)) addList(id, account, name);
      return Promise.resolve(ok(null));
    },
    join(account, listId) {
      if (!accounts.has(account) || !owners.has(listId) || isMember(account, listId)) return false;
      addMember(account, listId, 'member');
      return true;
    },
    leave(account, listId) {
      if (!isMember(account, listId) || owners.get(listId) === account) return false;
      end(listId, [account]);
      return true;
    },
    removeMember(owner, listId, account) {
      if (owners.get(listId) !== owner || owner === account || !isMember(account, listId)) return false;
      end(listId, [account]);
      return true;
    },
    handOver(owner, listId, account) {
      if (owners.get(listId) !== owner || owner === listId || owner === account || !isMember(account, listId))
        return false;
      changeOwner(listId, account);
      return true;
    },
    deleteList(owner, listId) {
      if (owners.get(listId) !== owner || owner === listId) return false;
      removeList(listId);
      return true;
    },
    deleteAccount(account) {
      const joined = [...members.values()].filter((row) => row.account === account && !row.deleted);
      for (const row of joined) leaveOne(account, row);
      return accounts.delete(account);
    },
    loseMembership: (account, listId) => void lost.add(keyOf(account, listId)),
    restoreMemberships() {
      const found = [...lost].map((key) => members.get(key)).filter((row) => row !== undefined);
      lost.clear();
      for (const row of found) put(row);
    },
    hasAccount: (account) => accounts.has(account),
    listIds: () => [...owners.keys()],
    ownerOf: (listId) => owners.get(listId) ?? null,
    isMember,
    membersOf: toMembers,
    rowsOf,
    versionAtEnd: (account, listId) => versionsAtEnd.get(keyOf(account, listId)) ?? null,
    countsOf,
    wasShared: (listId) => users.filter((user) => countsOf(user, listId).joins > 0).length > 1,
    checkOwners() {
      for (const id of former) expectThat(!owners.has(id), `The id of the deleted list ${id} is taken again`);
      for (const [listId, owner] of owners) {
        const found = rowsIn(listId).filter(({ role }) => role === 'owner');
        expectThat(
          found.length === 1 && found[0]?.account === owner && accounts.has(owner),
          `List ${listId} has the owners ${JSON.stringify(found.map(({ account }) => account))} instead of ${owner}`,
        );
      }
    },
  };
}

const newestVersion = (rows: ServerDouble): number => Math.max(0, ...rows.current().map(({ version }) => version));

const findName = (rows: ServerDouble): string | undefined =>
  rows.current().find((row): row is VersionedRow & VersionedRow<'listRow'> => row.table === 'listRow')?.row.listName;

const NOT_A_MEMBER = fail({ type: 'not-a-member' } as const);

/** The rows of a personal list. */
const firstRows = (listId: string): readonly VersionedRow[] => [
  {
    table: 'listRow',
    row: { id: LIST_ROW_ID, listName: 'My List', deleted: false },
    version: 1,
    deviceId: null,
  },
  {
    table: 'categories',
    row: { id: `a-${listId}`, name: 'Dairy', color: '', inList: true, deleted: false },
    version: 2,
    deviceId: null,
  },
  {
    table: 'items',
    row: { id: `a-${listId}`, name: 'Milk', category: `a-${listId}`, checked: false, deleted: false },
    version: 3,
    deviceId: null,
  },
];
