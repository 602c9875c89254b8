/** A real device without a screen: two pages, each with a store, over one IndexedDB database. */
import type { Change } from '#core/change/change.ts';
import { createStorage } from '#device/database/storage.ts';
import type { Item, Row } from '#core/list/row.ts';
import type { Written } from '#client/ports/storage.ts';
import type { DiffSource, Store } from '#client/store/store.ts';
import { createFakeClock, type FakeClock } from '#test/doubles/fake-clock.ts';
import { openStore } from '#test/doubles/open-store.ts';
import type { Edit } from './events.ts';
import { diffFields, expectPendingShown, expectThat, viewFields } from './fields.ts';
import { describeRow, isLive } from './server.ts';
import type { ShopDevice } from './world.ts';

/** @param name distinguishes devices, which have separate databases and ids */
export async function createDiskDevice(name: string): Promise<ShopDevice> {
  let lastRandom = 0;
  const clock = { ...createFakeClock(), randomHex: () => `${name}${(lastRandom += 1)}` };
  const watch = createWatch();
  const pages = [await openPage(name, clock, watch), await openPage(name, clock, watch)] as const;
  let calls = 0;
  // User actions and sync cycles alternate between the pages.
  const nextPage = (): Page => pages[(calls += 1) % 2 === 0 ? 0 : 1];
  // One page may receive the written changes; the other reads the disk.
  const onDisk = async (written: Written = null): Promise<void> => {
    const reporter = nextPage();
    for (const page of pages) await page.readDisk(page === reporter ? written : null);
  };
  const applyAndStore = async (work: (store: Store) => void): Promise<void> => {
    const page = nextPage();
    work(page.store());
    // The other page reports the same change, which is also the user's.
    await watch.whileOwn(page.whenDone(), onDisk);
  };
  return {
    storage: {
      readSync: () => nextPage().sync.readSync(),
      nextGroup: () => nextPage().sync.nextGroup(),
      acknowledge: (group, outcome) => nextPage().sync.acknowledge(group, outcome),
      receive: (rows, pulled) => nextPage().sync.receive(rows, pulled),
      markComplete: () => nextPage().sync.markComplete(),
      // A retried change is the user's own.
      resolveRejected: (id, how) => watch.whileOwn(nextPage().sync.resolveRejected(id, how), onDisk),
    },
    edit: (edits) =>
      applyAndStore((store) => {
        for (const edit of edits) store.applyChange(editToChange(store, edit));
      }),
    undo: () => applyAndStore((store) => watch.whileStepping(store.undo)),
    redo: () => applyAndStore((store) => watch.whileStepping(store.redo)),
    onDisk,
    async reload() {
      for (const page of pages) await page.reload();
    },
    moveClock: (by) => clock.set(clock.now() + by),
    async rows() {
      const [one = [], other = []] = pages.map((page) => describeList(page.store()));
      const isSame = one.filter(isLive).join('\n') === other.filter(isLive).join('\n');
      expectThat(isSame, 'Two pages of a device show different lists');
      return Promise.resolve(one);
    },
    waiting: () => Promise.resolve(pages[0].store().patches().length),
  };
}

/** One page of the device, with a separate connection to the shared database. */
type Page = Awaited<ReturnType<typeof openPage>>;

async function openPage(name: string, clock: FakeClock, watch: Watch) {
  const disk = createStorage(name);
  // The latest write: a change is done when it is on disk.
  let latestWrite: Promise<unknown> = Promise.resolve();
  const storage: typeof disk = {
    ...disk,
    append(batches) {
      const appended = disk.append(batches);
      latestWrite = appended;
      return appended;
    },
  };
  const open = async (): Promise<Store> => {
    const store = await openStore({ storage, clock });
    store.onDiff((diff, source) => watch.record(diffFields(diff), source));
    return store;
  };
  const sync = await disk.loadSync(clock);
  let store = await open();
  const check = (): void => expectPendingShown(store.patches(), viewFields(store.list));
  return {
    sync,
    store: () => store,
    whenDone: () => latestWrite,
    async readDisk(written: Written): Promise<void> {
      await store.catchUp(written);
      check();
    },
    async reload(): Promise<void> {
      store.close();
      store = await open();
      check();
    },
  };
}

type Watch = ReturnType<typeof createWatch>;

/** Records the writer of each visible value, and throws if a step undoes what another device wrote. */
function createWatch() {
  const writers = new Map<string, 'user' | 'remote'>();
  let isStepping = false;
  let isOwn = false;
  return {
    record(fields: ReadonlyMap<string, unknown>, source: DiffSource): void {
      for (const field of fields.keys()) {
        expectThat(!isStepping || writers.get(field) !== 'remote', `Undo reverts ${field}, which another device wrote`);
        writers.set(field, isOwn || source !== 'remote' ? 'user' : 'remote');
      }
    },
    whileStepping(step: () => void): void {
      isStepping = true;
      step();
      isStepping = false;
    },
    async whileOwn<T>(work: Promise<T>, then: () => Promise<void>): Promise<T> {
      const done = await work;
      isOwn = true;
      await then();
      isOwn = false;
      return done;
    },
  };
}

/** Converts an edit to the change that a user would make. */
export function editToChange({ list }: Store, edit: Edit): Change {
  const { table, id, field, value } = edit;
  if (table === 'items') return editToItemChange(list.items.get(id), edit);
  return field === 'inList' && value === false
    ? { type: 'delete-categories', ids: [id] }
    : { type: 'add-category', id, name: `Shelf ${id}` };
}

function editToItemChange(item: Row<Item> | undefined, { id, field, value }: Edit): Change {
  if (field === 'checked') return { type: 'check-item', id, checked: value === true };
  if (value === true) return { type: 'delete-item', id };
  const name = `${id} ${String(value)}`;
  if (item === undefined || item.deleted) return { type: 'add-item', id, name, category: 'a' };
  const { category } = item;
  return field === 'name'
    ? { type: 'edit-item', id, name, category }
    : { type: 'edit-item', id, name: item.name, category: category === 'a' ? 'b' : 'a' };
}

const describeList = ({ list }: Store): readonly string[] =>
  [
    ...[...list.items.values()].map((row) => describeRow('items', row)),
    ...[...list.categories.values()].map((row) => describeRow('categories', row)),
  ].toSorted();
