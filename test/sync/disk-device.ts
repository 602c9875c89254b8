/** A device as it really is, but for the screen: two pages, each with its store over the one database on IndexedDB. */
import type { Change } from '#core/change/change.ts';
import { createStorage } from '#device/database/storage.ts';
import type { Item } from '#core/list/item.ts';
import type { Row } from '#core/list/row.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import type { Store } from '#client/store/store.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import type { FakeClock } from '#test/doubles/fake-clock.ts';
import { openStore } from '#test/doubles/open-store.ts';
import type { Edit } from './events.ts';
import { diffFields, expectPendingShown, expectThat, viewFields } from './fields.ts';
import { describeRow, isLive } from './server.ts';
import type { ShopDevice } from './world.ts';

/** @param name tells devices apart: each has its own database, and draws its own ids */
export async function createDiskDevice(name: string): Promise<ShopDevice> {
  let drawn = 0;
  const clock = { ...createFakeClock(), randomHex: () => `${name}${(drawn += 1)}` };
  const watch = createWatch();
  const pages = [await openPage(name, clock, watch), await openPage(name, clock, watch)] as const;
  let turn = 0;
  // Shopper and passes are now in one page, now in the other.
  const nextPage = (): Page => pages[(turn += 1) % 2 === 0 ? 0 : 1];
  // One page may be told what was written; the other looks for itself.
  const onDisk = async (written: Written = null): Promise<void> => {
    const told = nextPage();
    for (const page of pages) await page.look(page === told ? written : null);
  };
  const shop = async (work: (store: Store) => void): Promise<void> => {
    const page = nextPage();
    work(page.store());
    // What the other page hears of it is this shopper's, too.
    await watch.whileOwn(page.whenDone(), onDisk);
  };
  return {
    storage: {
      readSync: () => nextPage().sync.readSync(),
      nextGroup: () => nextPage().sync.nextGroup(),
      settle: (group, settlement) => nextPage().sync.settle(group, settlement),
      receive: (rows, pulled) => nextPage().sync.receive(rows, pulled),
      noteComplete: () => nextPage().sync.noteComplete(),
      // What the shopper sends again is the shopper's own.
      clearTray: (id, how) => watch.whileOwn(nextPage().sync.clearTray(id, how), onDisk),
    },
    edit: (edits) =>
      shop((store) => {
        for (const edit of edits) store.act(editToChange(store, edit));
      }),
    undo: () => shop((store) => watch.whileStepping(store.undo)),
    redo: () => shop((store) => watch.whileStepping(store.redo)),
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

/** One page of the device, with its own connection to the database that it shares with the other. */
type Page = Awaited<ReturnType<typeof openPage>>;

async function openPage(name: string, clock: FakeClock, watch: Watch) {
  const disk = createStorage(name);
  // What is under way to the disk: an act is done when it has arrived there.
  let underWay: Promise<unknown> = Promise.resolve();
  const storage: typeof disk = {
    ...disk,
    append(batch) {
      const appended = disk.append(batch);
      underWay = appended;
      return appended;
    },
  };
  const open = async (): Promise<Store> => {
    const store = await openStore({ storage, clock });
    store.onDiff((diff, source) => watch.see(diffFields(diff), source));
    return store;
  };
  const sync = await disk.loadSync(clock);
  let store = await open();
  const check = (): void => expectPendingShown(store.patches(), viewFields(store.list));
  return {
    sync,
    store: () => store,
    whenDone: () => underWay,
    /** Looks at what the disk has. */
    async look(written: Written): Promise<void> {
      await store.takeNews(written);
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

/** Remembers who gave each field the value that is shown, and speaks up when a step takes back what another wrote. */
function createWatch() {
  const writers = new Map<string, 'user' | 'remote'>();
  let isStepping = false;
  let isOwn = false;
  return {
    see(fields: ReadonlyMap<string, unknown>, source: 'user' | 'remote'): void {
      for (const field of fields.keys()) {
        expectThat(
          !isStepping || writers.get(field) !== 'remote',
          `Undo takes back ${field}, which another device wrote`,
        );
        writers.set(field, isOwn ? 'user' : source);
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

/** What a shopper does who wants to see this. */
function editToChange({ list }: Store, edit: Edit): Change {
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
