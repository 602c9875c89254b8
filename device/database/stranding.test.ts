/** Acts that were on their way when the page was left: into local storage, and onto the disk at the next opening. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import type { Patch } from '#core/diff/diff.ts';
import { itemRow } from '#core/testing/contents.ts';
import { EMPTY } from '#test/doubles/open-store.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import type { FakePage } from '#test/doubles/fake-page.ts';
import { createStorage } from './storage.ts';
import { createStranding } from './stranding.ts';

const FIRST = { ...EMPTY, items: [itemRow('milk')], profile: [{ id: 'profile', listName: 'My List', deleted: false }] };
const check = (checked: boolean): readonly Patch[] => [{ table: 'items', id: 'milk', fields: { checked } }];
const batch = (checked: boolean) => ({ patches: check(checked), history: NO_HISTORY_CHANGE });

let page: FakePage;
let stored: Map<string, string>;
let lastId: number;
const createId = (): string => `id${(lastId += 1)}`;
const openTab = () => createStorage(USER, createStranding(USER, createId));

beforeEach(() => {
  stubIndexedDb();
  page = stubPage();
  stored = stubLocalStorage({});
  lastId = 0;
});

describe('leaving', () => {
  test('[Y4] what is under way is written down at once, and nothing where nothing is', async () => {
    const stranding = createStranding(USER, createId);
    page.tell('window', 'pagehide');
    expect(stored.size).toBe(0);
    stranding.begin(batch(true));
    page.tell('window', 'pagehide');
    expect([...stored.keys()]).toEqual([`checklist.stranded.${USER}.id1`]);
    expect(JSON.parse([...stored.values()][0] ?? '')).toEqual([{ id: 'id2', ...batch(true) }]);
  });

  test('[Y4] a page that comes back forgets what has arrived meanwhile', () => {
    const stranding = createStranding(USER, createId);
    const one = stranding.begin(batch(true));
    const other = stranding.begin(batch(false));
    page.tell('window', 'pagehide');
    one.end();
    expect(JSON.parse([...stored.values()][0] ?? '')).toMatchObject([{ id: other.id }]);
    other.end();
    expect(stored.size).toBe(0);
  });

  test('[Y4] a list with nothing under way does not listen to the page: one that was closed holds nothing', () => {
    const begun = vi.spyOn(window, 'addEventListener');
    const ended = vi.spyOn(window, 'removeEventListener');
    const { begin } = createStranding(USER, createId);
    expect(begun).not.toHaveBeenCalled();
    const [one, other] = [begin(batch(true)), begin(batch(false))];
    one.end();
    expect(ended).not.toHaveBeenCalled();
    other.end();
    expect(ended.mock.calls).toEqual([begun.mock.calls[0]]);
  });
});

describe('opening again', () => {
  const strand = (...acts: readonly object[]): void => {
    stored.set(`checklist.stranded.${USER}.gone`, JSON.stringify(acts));
  };

  test('[Y4] an act that did not arrive is done, with its step of the history', async () => {
    await openTab().open(FIRST);
    const entry = { id: '1', diff: EMPTY_DIFF, undone: false };
    strand({ id: 'x', patches: check(true), history: { put: [entry], remove: [] } });
    expect(await openTab().open(EMPTY)).toMatchObject({
      value: { ops: [{ patches: check(true) }], history: [entry] },
    });
    expect(stored.size).toBe(0);
    expect(await openTab().open(EMPTY)).toMatchObject({ value: { ops: [{ patches: check(true) }] } });
  });

  test('[Y4] an act that did arrive is not done again, not even after it was absorbed', async () => {
    const tab = openTab();
    await tab.open(FIRST);
    await tab.append(batch(true));
    const arrived = { id: 'id2', ...batch(true) };
    strand(arrived);
    expect(await openTab().open(EMPTY)).toMatchObject({ value: { ops: [{ key: 1 }] } });
    await tab.absorb();
    strand(arrived);
    expect(await openTab().open(EMPTY)).toMatchObject({ value: { ops: [], absorbedUpTo: 1 } });
  });

  test('[D1] where the list was cleared, the first one comes', async () => {
    strand({ id: 'x', ...batch(true) });
    expect(await openTab().open(FIRST)).toMatchObject({ value: { base: FIRST, ops: [], isFresh: true } });
  });

  test('[D1] what cannot be read is kept aside; other accounts keep theirs', async () => {
    await openTab().open(FIRST);
    strand({ id: 7 });
    stored.set('checklist.stranded.other.gone', '[]');
    await openTab().open(EMPTY);
    expect([...stored.keys()].toSorted()).toEqual([
      `checklist.aside.checklist.stranded.${USER}.gone`,
      'checklist.stranded.other.gone',
    ]);
  });
});
