/** The backend of one list: its tables with versions, or those of the specification, and its realtime (architecture section 4). */
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { lazy } from '#core/lazy.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { Backend, BackendFailure, Log, Page, Pages, Realtime } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListChanges, Memberships } from '#client/ports/lists.ts';
import type { User } from '#core/account/user.ts';
import { type BackendSchema, createBackendSchema, WIRE_TABLES } from './tables/backend-schema.ts';
import { ignoreRefusal, insertProfile, type Owner, provisionDefaults } from './tables/provision-defaults.ts';
import { isUnversioned, isWireRows, readRows, type WireRow } from './tables/wire-rows.ts';
import type { AccountDeletions } from './account/delete-account.ts';
import { createPresenceFeed, createRealtime, type PresenceFeed } from './realtime/realtime.ts';
import { createListRequests, createRequestPage, type RequestParts, type SendRequest } from './requests/send-request.ts';
import { type SessionManager, startRenewals } from './session/session-manager.ts';
import type { SessionStore } from './session/session-store.ts';
import { type ListTables, createVersionedTables } from './tables/versioned-tables.ts';
import { type TableName, TABLES } from '#core/list/row.ts';
import { isClockVersion } from '#core/sync/versioned-row.ts';
import type { Cursors } from '#core/sync/sync-record.ts';
import { isObject } from '#device/shape.ts';
import { MEMBERSHIPS, readMemberships } from './tables/memberships.ts';

/** One open list of an account. The account's token is renewed while it is open, and its requests never use another account's token. */
export type ListConnection = {
  readonly backend: Backend;
  readonly realtime: Realtime;
  /** Stops all requests and realtime subscriptions. */
  readonly close: () => void;
};

/** The list to open, and the account's other lists. */
export type ListToOpen = {
  readonly listId: string;
  readonly memberships: Memberships;
  readonly listChanges: ListChanges;
  /** Receives who else has the list open. Left out for a list that is not on screen. */
  readonly presenceFeed?: PresenceFeed;
};

/** What all lists and accounts of a page share. */
export type ListBackendParts = Omit<RequestParts, 'userId' | 'sessions'> & {
  readonly clock: Clock;
  readonly log: Log;
  readonly deviceId: string;
  readonly store: Pick<SessionStore, 'read'>;
  readonly sessions: SessionManager;
  readonly deletions: Pick<AccountDeletions, 'onAnswered'>;
};

/** Opens one list on the backend: its tables, and what the server tells about it. */
export function openListBackend(shared: ListBackendParts, user: User, opened: ListToOpen): ListConnection {
  const { listId, memberships, listChanges, presenceFeed = createPresenceFeed() } = opened;
  const list: ListRef = { userId: user.id, listId };
  const { clock, sessions, store, deviceId, readConfig, deletions } = shared;
  let isOpen = true;
  const send = createListRequests({
    ...shared,
    userId: user.id,
    isOpen: () => isOpen,
    onAnswered: (requestedAt) => deletions.onAnswered(user.id, requestedAt),
  });
  const owner = (): Owner => ({
    id: user.id,
    username: user.username,
    email: store.read()?.user.email ?? '',
    deviceId,
  });
  const stopRenewal = startRenewals(clock, () => void sessions.token(user.id));
  const subscriptions = new Set<() => void>();
  const realtime = createRealtime({ readConfig, sessions, clock, list, listChanges, presenceFeed });
  return {
    backend: createListBackend({ send, clock, list, memberships, owner }),
    realtime: {
      subscribe(onEvent) {
        const unsubscribe = realtime.subscribe(onEvent);
        subscriptions.add(unsubscribe);
        return unsubscribe;
      },
    },
    close() {
      isOpen = false;
      stopRenewal();
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

type TableParts = {
  readonly send: SendRequest;
  readonly clock: Clock;
  readonly list: ListRef;
  readonly memberships: Pick<Memberships, 'startPull' | 'newListName' | 'markCreated'>;
  /** The account. Called when needed, because the email address is known only after sign-in. */
  readonly owner: () => Owner;
};

export function createListBackend(parts: TableParts): Backend {
  const { send, clock, list, owner, memberships } = parts;
  const { userId } = list;
  const schema = createBackendSchema(userId);
  const versioned = createVersionedTables({ send, list, schema });
  const pullRows = createPullRows({ send, list, schema, memberships });
  const unversioned = lazy(async () =>
    (await import('./tables/unversioned-tables.ts')).createUnversionedTables({ send, userId, clock }),
  );
  /** Uses the versioned tables unless the backend turns out to have no versions. */
  const call = async <T>(
    work: <F>(tables: ListTables<F>) => Promise<Result<T, F>>,
  ): Promise<Result<T, BackendFailure>> => {
    if (schema.kind() !== 'spec') {
      const result = await work(versioned);
      if (result.ok) return result;
      if (result.failure.type !== 'no-versions') return fail(result.failure);
    }
    const tables = await unversioned.tryLoad();
    return tables === null ? fail({ type: 'transient' }) : work(tables);
  };
  return {
    createIfNew: () =>
      createIfNew(memberships, list.listId, (name) =>
        send((tables) => tables.rpc('create_list', { list_id: list.listId, name })),
      ),
    push: (group) => call((tables) => tables.push(group)),
    pull: (table, cursor) => pullRows.pullOne(table, cursor, () => call((tables) => tables.pull(table, cursor))),
    pullAll: pullRows.pull,
    answersPosts: () => answersPosts(send),
    provisionDefaults: () => provisionDefaults(send, owner(), list),
    reportSync: (isoNow) => reportSync(send, owner(), isoNow),
  };
}

/** Creates on the backend a list that was created on this device. Its rows are pushed afterwards. */
export async function createIfNew(
  { newListName, markCreated }: Pick<Memberships, 'newListName' | 'markCreated'>,
  listId: string,
  create: (name: string) => Promise<Result<unknown, BackendFailure>>,
): Promise<Result<null, BackendFailure>> {
  const name = newListName(listId);
  if (name === null) return ok(null);
  const created = await create(name);
  if (!created.ok) return created;
  await markCreated(listId);
  return ok(null);
}

/** Makes a call that every backend answers, if only to say that it lacks the function. */
async function answersPosts(send: SendRequest): Promise<boolean> {
  const asked = await send((tables) => tables.rpc('pull_rows', { cursors: {}, most: 1 }));
  return asked.ok || asked.failure.type === 'refused';
}

async function reportSync(send: SendRequest, owner: Owner, isoNow: string): Promise<Result<null, BackendFailure>> {
  const fields = { device_info: { deviceId: owner.deviceId }, last_sync_at: isoNow };
  const reported = await send((tables) => tables.from('user_profiles').update(fields).eq('id', owner.id).select('id'));
  if (!reported.ok) return ignoreRefusal(reported.failure);
  if (!isWireRows(reported.value) || reported.value.length > 0) return ok(null);
  // An interrupted sign-up has left no profile.
  const inserted = await send(insertProfile(owner));
  return inserted.ok ? ok(null) : ignoreRefusal(inserted.failure);
}

type Pulled = Promise<Result<Page, BackendFailure>>;

/** The most rows of each table in one request, so that a phone can receive them in ten seconds. */
const PULL_ROWS = 2500;

type PullParts = {
  readonly send: SendRequest;
  readonly list: ListRef;
  readonly schema: BackendSchema;
  /** The account's memberships, which are pulled together with the rows. */
  readonly memberships: Pick<Memberships, 'startPull'>;
};

/**
 * Uses the function if the backend has it. Tables that the answer lacks have to be pulled one by one. After a failure, which
 * may mean that the answer was too large, tables are pulled one by one in pages that are kept. Once they are up to date, the
 * function is used again.
 */
function createPullRows({ send, list, schema, memberships }: PullParts) {
  const requestPage = createRequestPage(PULL_ROWS);
  let hasFunction: boolean | null = null;
  const pending = new Set<string>();
  // Backends without lists do not know the parameter `list`.
  const ofList = isPersonal(list) ? {} : { list: list.listId };
  const pull = async (cursors: Partial<Cursors>): Promise<Result<Pages, BackendFailure>> => {
    if (hasFunction === false || pending.size > 0) return ok({});
    const membershipPull = memberships.startPull();
    const asked = { ...toWireCursors(cursors), [MEMBERSHIPS]: membershipPull.cursor };
    const pulled = await requestPage((most) =>
      send((tables) => tables.rpc('pull_rows', { cursors: asked, most, ...ofList })),
    );
    if (!pulled.ok && pulled.failure.type !== 'refused') {
      for (const table of Object.keys(cursors)) pending.add(table);
      return pulled;
    }
    const { answer, rows } = pulled.ok ? pulled.value : NOTHING;
    await membershipPull.receive(readMemberships(answer));
    const pages = readPages(answer, rows, schema);
    hasFunction = Object.keys(pages).length > 0;
    return ok(pages);
  };
  return {
    /** Pulls the first page of each table. */
    pull,
    /** Pulls a page of one table: through the function if the backend is known to have it, otherwise from the table. */
    async pullOne(table: TableName, cursor: number, pullTable: () => Pulled): Pulled {
      const pages = hasFunction === true ? await pull({ [table]: cursor }) : null;
      if (pages?.ok === false) return pages;
      const page = pages?.value[table];
      if (page) return ok(page);
      const pulled = await pullTable();
      if (pulled.ok && !pulled.value.isFull) pending.delete(table);
      return pulled;
    },
  };
}

function toWireCursors(cursors: Partial<Cursors>): WireRow {
  const wire = TABLES.flatMap((table) => {
    const cursor = cursors[table];
    if (cursor === undefined) return [];
    // Rows older than versions have version 0. A version of this device's clock does not count here.
    const above = cursor === 0 || isClockVersion(cursor) ? -1 : cursor;
    return [[WIRE_TABLES[table], above] as const];
  });
  return Object.fromEntries(wire);
}

const NOTHING = { answer: null, rows: 0 };

/** Reads the pages, and what the answer shows about the backend. @param rows how many rows of each table were requested. A page that the backend cut has as many, some of them empty */
function readPages(value: unknown, rows: number, schema: BackendSchema): Pages {
  const answered: WireRow = isObject(value) ? value : {};
  const pages: Partial<Record<TableName, Page>> = {};
  for (const table of TABLES) {
    const wire = answered[WIRE_TABLES[table]];
    if (isWireRows(wire) && !isUnversioned(wire.at(-1))) {
      schema.learnRows(table, wire);
      pages[table] = { rows: readRows(table, wire), isFull: wire.length >= rows };
    }
  }
  // The function is as old as the versions. It answers the list's name since there are lists.
  if (Object.keys(pages).length > 0) schema.learn(WIRE_TABLES.listRow in answered ? 'lists' : 'versions');
  return pages;
}
