/** What members of a shared list see of each other, in a real browser: who added and ticked items, and who is here. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import { itemRow } from '#core/testing/contents.ts';
import type { Lists } from '#client/ports/lists.ts';
import type { PeopleStorage } from '#client/ports/storage.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { createConnection } from '#web/testing/connection.ts';
import { boxOf, setTextSize, untilStill } from '#web/testing/gestures.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { NO_PEOPLE, showShared } from '#web/testing/shared-list.ts';
import { ADA } from '#web/testing/show-list.tsx';
import { announced, button, dialog, focusOn, itemBox, press, row } from '#web/testing/steps.ts';

const NONE = { addedBy: null, tickedBy: null };
const BY_BEN = { addedBy: 'ben', tickedBy: null };

/** Ben added the milk. */
const storageOf = (readUnseen: () => UnseenPeople) => ({
  ...NO_PEOPLE,
  readPeople: (itemId: string) => Promise.resolve(itemId === 'milk' ? BY_BEN : NONE),
  readUnseen: () => Promise.resolve(readUnseen()),
});

async function edit(name: string): Promise<void> {
  await focusOn(itemBox(name));
  await press('{F2}');
  await expect.element(dialog('Edit Item')).toBeVisible();
}

test('[H8] the edit dialog says who added an item, and who ticked it while it is ticked', async () => {
  const people = storageOf(() => new Map());
  await showShared({ people: () => people });
  await edit('Milk');
  await expect.element(dialog('Edit Item').getByText('Added by Ben', { exact: true })).toBeVisible();
  await press('{Escape}');
  await itemBox('Milk').click();
  await edit('Milk');
  await expect.element(dialog('Edit Item').getByText('Added by Ben · Checked off by you')).toBeVisible();
  await press('{Escape}');
  await edit('Butter');
  await expect.element(dialog('Edit Item').getByText(/Added by|Checked off by/u)).not.toBeInTheDocument();
});

test('[H8] a row shows who added it or ticked it since the list was last viewed, and no other row does', async () => {
  let unseen: UnseenPeople = new Map([['milk', BY_BEN]]);
  const people = storageOf(() => unseen);
  const { receive } = await showShared({ people: () => people });
  await expect.element(row('Milk').getByRole('img')).toHaveAccessibleName('Added by Ben');
  unseen = new Map([['milk', { addedBy: 'ben', tickedBy: 'ben' }]]);
  await receive({ items: [itemRow('milk', { name: 'Milk', checked: true })] });
  await expect.element(row('Milk').getByRole('img')).toHaveAccessibleName('Checked off by Ben');
  await expect.element(page.getByRole('listitem').getByRole('img')).toHaveLength(1);
});

test('[H8] the header names who else has the list open, with initials for three of them, and only while online', async () => {
  const names = ['Ada', 'Ben', 'Cora Lee', 'Dan', 'Eve'];
  const members = names.map((name) => ({ id: name.toLowerCase(), name, role: 'member' as const }));
  let report: (ids: readonly string[]) => void = () => undefined;
  const presence = {
    subscribe(onChange: (ids: readonly string[]) => void) {
      report = onChange;
      onChange(['ben', 'cora lee', 'dan', 'eve', 'a stranger']);
      return () => undefined;
    },
  };
  const { connection, setOnline } = createConnection();
  await showShared({ members, presence: () => presence, services: { connection } });
  const text = page.getByText(/this list open$/u);
  await expect.element(text).toHaveTextContent('Ben, Cora Lee, Dan, and Eve have this list open');
  const marks = page.getByTitle(/this list open$/u);
  await expect.element(marks).toHaveTextContent('BCLD+1');
  report(['ben']);
  await expect.element(text).toHaveTextContent('Ben has this list open');
  await expect.element(marks).toHaveTextContent('B');
  setOnline(false);
  await expect.element(text).not.toBeInTheDocument();
});

/** A device that has stored, but not shown yet, what Ben loaded. */
function createLoads(first: string | null = null) {
  let unseen = first === null ? null : { id: first, by: 'ben', name: 'BBQ' };
  let reads = 0;
  const storage: PeopleStorage = {
    ...NO_PEOPLE,
    readUnseenLoad() {
      reads += 1;
      return Promise.resolve(unseen);
    },
    clearUnseenLoad(id) {
      if (unseen?.id === id) unseen = null;
      return Promise.resolve();
    },
  };
  const load = (id: string): void => {
    unseen = { id, by: 'ben', name: 'BBQ' };
  };
  return { people: () => storage, load, isSeen: () => unseen === null, reads: () => reads };
}

test('[S5] a saved list that another member loads is announced once, while the list is open', async () => {
  const loads = createLoads();
  const { receive } = await showShared({ people: loads.people });
  loads.load('BBQ');
  await receive({});
  await expect.element(announced('Ben loaded “BBQ”')).toBeVisible();
  expect(loads.isSeen()).toBe(true);
});

test('[S5] a saved list that another member loaded while another list was open is announced when the list is opened', async () => {
  const loads = createLoads('BBQ');
  await showShared({ people: loads.people });
  await expect.element(announced('Ben loaded “BBQ”')).toBeVisible();
  await expect.poll(loads.isSeen).toBe(true);
});

test('[S5] a saved list that another member loads before the members are known is announced when they are', async () => {
  const { promise, resolve } = Promise.withResolvers<Lists>();
  const loads = createLoads('BBQ');
  const { receive } = await showShared({ people: loads.people, services: { loadLists: () => promise } });
  await receive({ items: [itemRow('milk', { name: 'Oat milk' })] });
  await expect.element(itemBox('Oat milk')).toBeVisible();
  await expect.element(announced('loaded “BBQ”')).not.toBeInTheDocument();
  expect(loads.isSeen()).toBe(false);
  resolve(await openLists(ADA.id, { entries: [{ ...SHARED, id: ADA.id }] }));
  await expect.element(announced('Ben loaded “BBQ”')).toBeVisible();
});

test.each([
  { id: 'empty-list:1', text: 'Ben emptied the list.' },
  { id: 'default-list:1', text: 'Ben restored the default list.' },
])('[S5] “$text” stays above the list, in Shop mode as well, until it is dismissed', async ({ id, text }) => {
  const loads = createLoads(id);
  const { receive } = await showShared({ people: loads.people });
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: text });
  await expect.element(notice).toBeVisible();
  await button('Shop mode').click();
  await receive({});
  await expect.element(notice).toBeVisible();
  expect(loads.isSeen()).toBe(false);
  await button('OK').click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(loads.isSeen()).toBe(true);
});

test('[S5] dismissing the notice of an emptied list dismisses it in every tab', async () => {
  const loads = createLoads('empty-list:1');
  const { receive } = await showShared({ people: loads.people });
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Ben emptied the list.' });
  await expect.element(notice).toBeVisible();
  await loads.people().clearUnseenLoad('empty-list:1');
  await receive({});
  await expect.element(notice).not.toBeInTheDocument();
});

test('[S5] the notice of an emptied list disappears when its items come back, but not for a new item', async () => {
  const loads = createLoads('empty-list:1');
  const gone = itemRow('milk', { name: 'Milk', deleted: true });
  const { receive } = await showShared({ people: loads.people });
  await receive({ items: [gone] });
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Ben emptied the list.' });
  await expect.element(notice).toBeVisible();
  await receive({ items: [gone, itemRow('tea', { name: 'Tea' })] });
  await expect.element(itemBox('Tea')).toBeVisible();
  await expect.element(notice).toBeVisible();
  await receive({ items: [itemRow('milk', { name: 'Milk' })] });
  await expect.element(notice).not.toBeInTheDocument();
  expect(loads.isSeen()).toBe(true);
});

test('[H8] changes of others count as seen when the page is hidden or the list is closed, and not when it is shown again', async () => {
  let unseen: UnseenPeople = new Map([['milk', BY_BEN]]);
  const clears: string[] = [];
  const people: PeopleStorage = {
    ...storageOf(() => unseen),
    clearUnseen() {
      clears.push(document.visibilityState);
      unseen = new Map();
      return Promise.resolve();
    },
  };
  await showShared({ people: () => people });
  const mark = row('Milk').getByRole('img');
  await expect.element(mark).toHaveAccessibleName('Added by Ben');
  expect(row('Milk').getByTitle('Added by Ben').elements()).toHaveLength(1);
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(clears).toEqual([]);
  state.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(mark).not.toBeInTheDocument();
  expect(clears).toEqual(['hidden']);
  state.mockReturnValue('visible');
  await cleanup();
  expect(clears).toEqual(['hidden', 'visible']);
});

test('[S5] [H8] a page that is being left reads nothing, so that what was seen is stored in time', async () => {
  const loads = createLoads();
  await showShared({ people: loads.people });
  await expect.poll(loads.reads).toBeGreaterThan(0);
  const before = loads.reads();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(loads.reads()).toBe(before);
});

test('[S5] [H8] a list that is closed reads nothing more when the page is shown again', async () => {
  const loads = createLoads();
  await showShared({ people: loads.people });
  await expect.poll(loads.reads).toBeGreaterThan(0);
  await cleanup();
  const before = loads.reads();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(loads.reads()).toBe(before);
});

test('[Y10] [L6] on a phone where others have the list open, the count of syncing items moves nothing', async () => {
  await page.viewport(390, 700);
  const idle: SyncStatus = { pending: 0, firstSync: null, hasPulled: true, rejected: [] };
  let current = idle;
  const presence = { subscribe: (onChange: (ids: readonly string[]) => void) => (onChange(['ben']), () => undefined) };
  const { notify, receive } = await showShared({ status: () => current, presence: () => presence });
  const items = Array.from({ length: 58 }, (_, at) => itemRow(`item-${at}`, { name: `Item ${at}`, checked: at < 20 }));
  await receive({ items });
  await expect.element(page.getByTitle('Ben has this list open')).toBeVisible();
  const before = boxOf(page.getByRole('banner')).height;
  current = { ...idle, pending: 58 };
  notify();
  const count = page.getByRole('banner').getByText('58 changes syncing').first();
  await expect.poll(() => count.element().getBoundingClientRect().width).toBeGreaterThan(50);
  await untilStill();
  expect(boxOf(page.getByRole('banner')).height).toBe(before);
});

for (const { width, percent } of [
  { width: 390, percent: 100 },
  { width: 390, percent: 200 },
  { width: 320, percent: 100 },
  { width: 320, percent: 200 },
]) {
  test(`[Y10] [L6] in Offline Mode, the count of waiting items moves nothing at ${width} px and ${percent} % text`, async () => {
    await page.viewport(width, 700);
    await setTextSize(percent);
    onTestFinished(() => setTextSize(100));
    let status: SyncStatus = { pending: 0, firstSync: null, hasPulled: true, rejected: [] };
    const { connection, setOnline } = createConnection();
    const { notify, receive } = await showShared({ status: () => status, services: { connection } });
    await receive({ items: Array.from({ length: 14 }, (_, at) => itemRow(`item-${at}`, { name: `Item ${at}` })) });
    setOnline(false);
    const banner = page.getByRole('banner');
    const words = banner.getByText('Offline Mode');
    await expect.element(words).toBeVisible();
    await untilStill();
    const before = boxOf(banner).height;
    status = { ...status, pending: 12 };
    notify();
    await expect.element(banner.getByText('12 changes waiting').first()).toHaveAttribute('data-short', '12 waiting');
    await untilStill();
    expect(boxOf(banner).height).toBe(before);
    expect(words.element().scrollWidth).toBeLessThanOrEqual(words.element().clientWidth);
    expect(boxOf(words).height).toBeLessThan((20 * percent) / 100);
  });
}
