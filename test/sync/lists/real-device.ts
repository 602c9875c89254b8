/** A real device of an account without a screen: its lists in IndexedDB, its requests as messages of the simulated network. */
import { defaultCategoryId } from '#core/catalogue/catalogue.ts';
import type { Change } from '#core/change/change.ts';
import { pickRanks, ranksToKeys, storesToKeys } from '#core/list/keyed-fields.ts';
import { listName, liveRows } from '#core/list/list.ts';
import { pickStores, storeName } from '#core/stores/stores.ts';
import { createUniqueClock, openDeviceLists, toRestRequest, withStore } from '#test/account/device-lists.ts';
import type { Store } from '#client/store/store.ts';
import type { Account, ListParts } from '#test/backend/list-parts.ts';
import { ok } from '#core/result.ts';
import { editToChange } from '#test/sync/disk-device.ts';
import type { Network } from '#test/sync/network.ts';
import type { Edit } from '#test/sync/events.ts';
import type { AccountDevice } from './world.ts';

type Parts = {
  readonly account: Account;
  readonly parts: Pick<ListParts, 'fetchRest' | 'tokens'>;
  readonly network: Network;
  /** Whether the account was deleted. */
  readonly isSignedOut: () => boolean;
};

/** A device with what its disk has. */
export type RealDevice = AccountDevice & {
  readonly countUnsent: () => Promise<number>;
  readonly close: () => void;
};

/** Opens the device. All devices of a test share one disk, so each has to belong to a different account. */
export async function createRealDevice({ account, parts, network, isSignedOut }: Parts): Promise<RealDevice> {
  const userId = account.id;
  const clock = createUniqueClock();
  const listener = { wake() {} };
  let isOnline = true;
  const sendRequest: typeof fetch = async (input, init) => {
    if (!isOnline) throw new TypeError('offline');
    const request = toRestRequest(input, init);
    const body = request.method === 'GET' ? null : await request.arrayBuffer();
    const sent = await network.send(listener, {
      // A request may arrive twice.
      serve: async () => ok(withoutGzip(await parts.fetchRest(new Request(request, body === null ? {} : { body })))),
      reserve: () => null,
    });
    if (!sent.ok) throw new TypeError('timeout');
    return sent.value;
  };
  const open = () => openDeviceLists({ account, anonKey: parts.tokens.anonKey, clock, fetch: sendRequest });
  let page = await open();
  let hasCrashed = false;
  /** Opens the page again after a crash. */
  const openedPage = async () => {
    if (hasCrashed) page = await open();
    hasCrashed = false;
    return page;
  };
  const change = async (listId: string, work: (store: Store) => unknown): Promise<void> => {
    const { lists } = await openedPage();
    const name = await withStore(
      { userId, listId },
      (store) => {
        work(store);
        return store.list.listRow.size > 0 ? listName(store.list) : null;
      },
      clock,
    );
    // As web/deferred-parts.tsx does for the list on screen.
    if (name !== null) await lists.setName(listId, name);
    lists.syncSoon(listId);
  };
  let created = 0;
  return {
    account: userId,
    edit: (listId, edits) =>
      change(listId, (store) => {
        for (const edit of edits) store.applyChange(toChange(store, edit, listId));
      }),
    undo: (listId) => change(listId, (store) => store.undo()),
    redo: (listId) => change(listId, (store) => store.redo()),
    rename: async (listId, name) => void (await (await openedPage()).lists.rename(listId, name)),
    // A page without a screen has no Shop mode, so the order is applied at once.
    shop: (listId, { store: chosen, categories }) =>
      change(listId, (store) => {
        store.chooseStore(chosen);
        const shown = store.view.shownCategoryIds();
        const order = categories[0]?.startsWith('a') ? shown : shown.toReversed();
        store.applyChange({ type: 'arrange-categories', order, shown, store: store.view.chosenStore() });
      }),
    create: async () => void (await (await openedPage()).lists.create(`List ${(created += 1)}`)),
    remove: async (listId) => (await openedPage()).lists.remove(listId),
    discard: async (listId) => (await openedPage()).lists.discard(listId),
    keepUnsent: async (endedId, targetId) => void (await (await openedPage()).lists.keepUnsent(endedId, targetId)),
    dismiss: async (endedId) => (await openedPage()).lists.dismiss(endedId),
    async contact() {
      const { lists, giveHint } = await openedPage();
      giveHint();
      void lists.refresh();
    },
    async wait(milliseconds) {
      await openedPage();
      clock.advance(milliseconds);
    },
    setOnline: (next) => void (isOnline = next),
    isOnline: () => isOnline,
    crash() {
      page.lists.close();
      hasCrashed = true;
    },
    receiveMessage: () => network.deliverTo(listener),
    entries: () => page.lists.entries(),
    async storedIds() {
      const prefix = `checklist:${userId}`;
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length + 1) || userId);
    },
    rows: (listId) =>
      withStore({ userId, listId }, ({ list }) =>
        [
          ...liveRows(list.items).map(({ id, name, category, checked, store }) => [
            id,
            name,
            category,
            checked,
            store ?? null,
          ]),
          ...liveRows(list.categories).map((category) => [category.id, toEntries(ranksToKeys(pickRanks(category)))]),
          toEntries(storesToKeys(pickStores(list))),
        ]
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ),
    isSignedOut,
    countUnsent: async () => (await openedPage()).lists.countUnsentExcept(''),
    close: () => page.lists.close(),
  };
}

/**
 * Stops the device from compressing bodies: another thread does that, and may need more turns of the event loop than
 * the test waits.
 */
function withoutGzip({ status, headers, body }: Response): Response {
  const kept = new Headers(headers);
  kept.delete('accept-encoding');
  return new Response(body, { status, headers: kept });
}

/** The keys of ranks or stores with their values, sorted; without removed ones, whose value is null. */
export const toEntries = (keys: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries<unknown>({ ...(typeof keys === 'object' ? keys : null) })
    .filter(([, value]) => value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The change of an edit, in the default categories of the list. */
function toChange(store: Store, edit: Edit, listId: string): Change {
  const { table, id, field } = edit;
  const value = typeof edit.value === 'string' ? edit.value : null;
  if (table === 'listRow') return toStoreChange(store, field.slice('store:'.length), value);
  if (field === 'store') return { type: 'set-store', ids: [id], store: value };
  const change = editToChange(store, edit);
  return 'category' in change
    ? { ...change, category: defaultCategoryId(change.category === 'a' ? 1 : 2, listId) }
    : change;
}

function toStoreChange({ list }: Store, id: string, name: string | null): Change {
  if (name === null) return { type: 'remove-store', id };
  return storeName(list, id) === null ? { type: 'add-store', id, name } : { type: 'rename-store', id, name };
}
