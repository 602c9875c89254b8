/** Stores in the list as text: they are written after the items, and read back (product O3, Q5). */
import { describe, expect, test } from 'vitest';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { liveRows } from '#core/list/list.ts';
import { toContents } from '#core/list/contents.ts';
import type { Item } from '#core/list/row.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { readStores } from '#core/stores/stores.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { createListView } from '#core/view/list-view.ts';
import { formatLeftText, formatListText } from './format-list-text.ts';
import { parseListText } from './parse-list-text.ts';
import { findStoreNamed } from './read-store.ts';
import { isListed, isUnchanged, planLines, planToChange } from './plan-lines.ts';

const OPTIONS = {
  numbers: createNumberFormat('en-US'),
  hasDetails: true,
  isKnownName: () => false,
  isCategoryName: () => false,
};

describe('[O3] the stores of items', () => {
  const stores = { 'store:a': 'Market', 'store:b': 'Joe "&" @ Sons', 'store:c': 'Bakery' };
  const memory = memoryOf({
    listRow: [{ id: 'profile', listName: 'Week', deleted: false, ...stores }],
    categories: [categoryRow('dairy', { name: 'Dairy' }), categoryRow('deli', { name: 'Deli' })],
    items: [
      itemRow('1', { name: 'Bread', store: 'c', amount: 2 }),
      itemRow('2', { name: 'Meet @ noon' }),
      itemRow('3', { name: 'Ham', category: 'deli', store: 'b', note: 'thin' }),
      itemRow('4', { name: 'Milk @ home', store: 'a' }),
      itemRow('5', { name: 'Oil', store: 'gone' }),
    ],
  });
  const storeNamed = (name: string): string | null => findStoreNamed(readStores(memory.list), name);
  const read = (text: string, findStore = storeNamed) =>
    parseListText(text, { ...OPTIONS, findStore }).lines.filter(({ isTitle }) => !isTitle);
  const entryOf = ({ name, amount = null, unit = null, note = null, store }: Item) => ({
    name,
    amount,
    unit,
    note,
    store,
  });

  test('[Q5] are in the text, and are the same when it is pasted back, whichever store is chosen', () => {
    const known = ['1', '2', '3', '4'].map((id) => memory.list.items.get(id)).filter((item) => item !== undefined);
    for (const chosenStore of [null, 'a', 'b']) {
      const text = formatListText(memory.list, createListView(memory.list, createNameOrder('en'), { chosenStore }));
      expect(text).toContain('- [ ] 2 Bread @ Bakery\n');
      expect(text).toContain('- [ ] Ham (thin) @ "Joe ""&"" @ Sons"\n');
      expect(text).toContain('- [ ] Meet @ noon @\n');
      expect(text).toContain('- [ ] Oil\n');
      const entries = read(text).map(({ entry }) => entry);
      for (const item of known) expect(entries).toContainEqual(entryOf(item));
      expect(entries).toHaveLength(5);
    }
  });

  test('[Q5] do not make an item that is on the list another one: pasted back, nothing is added, also if its store is gone', () => {
    const lines = read(formatListText(memory.list, createListView(memory.list, createNameOrder('en'))));
    const itemNamed = (name: string) => [...memory.list.items.values()].find((item) => item.name === name);
    expect(lines.filter((line) => !isUnchanged(memory.list, line, itemNamed(line.entry.name)))).toEqual([]);
    expect(
      isUnchanged(
        memory.list,
        { entry: { name: 'Bread', amount: 2, unit: null, note: null }, checked: false },
        itemNamed('Bread'),
      ),
    ).toBe(true);
    expect(
      isUnchanged(
        memory.list,
        { entry: { name: 'Bread', amount: 3, unit: null, note: null }, checked: false },
        itemNamed('Bread'),
      ),
    ).toBe(false);
  });

  test('[Q7] become notes in a list without such a store, and so does the end of a line from an earlier version', () => {
    const text = 'Week\n\nDairy:\n- [ ] 2 Bread (old) @ Bakery\n- [ ] Meet @ noon\n';
    expect(read(text, () => null).map(({ entry }) => entry)).toEqual([
      { name: 'Bread', amount: 2, unit: null, note: 'old, Bakery' },
      { name: 'Meet', amount: null, unit: null, note: 'noon' },
    ]);
  });

  test('[Q5] tie an item of the list that is tied to none, but never move one from another store', () => {
    const text =
      'Week\n\nDairy:\n- [ ] 2 Bread @ Market\n- [ ] Meet @ noon @ Bakery\n- [ ] Oil @ Market\n- [x] Eggs @ Market\n';
    const pasted = memoryOf({
      ...toContents(memory.list),
      items: [...liveRows(memory.list.items), itemRow('6', { name: 'Eggs' })],
    });
    const category = { id: 'dairy', name: 'Dairy', color: '', inList: true };
    const lines = parseListText(text, { ...OPTIONS, findStore: storeNamed }).lines.filter(({ isTitle }) => !isTitle);
    const drafts = lines.map(({ entry, checked }) => ({
      entry,
      checked,
      category,
      isWanted: true,
      takesNewAmount: null,
    }));
    const there = drafts.map(({ entry }) => pasted.list.itemNamed('dairy', entry.name));
    expect(drafts.map((draft, at) => isUnchanged(pasted.list, draft, there[at]))).toEqual([true, false, false, true]);
    const plan = planLines(pasted.list, drafts, String);
    expect(plan.lines.map((line) => line?.tiedTo)).toEqual(['', 'Bakery', 'Market', '']);
    change(
      pasted,
      planToChange(plan, () => 'new'),
    );
    expect(['1', '2', '5', '6'].map((id) => pasted.list.items.get(id)?.store)).toEqual(['c', 'c', 'a', undefined]);
  });

  test('[Q7] are read in other texts if the list has them; all other ends stay in the name', () => {
    const text = 'milk @ market\n2 kg rice @Bakery\n- [ ] oil @ "Joe ""&"" @ Sons"\ntea @ Tesco\nmeet @ noon\n@ Market';
    expect(read(text).map(({ entry }) => [entry.name, entry.store])).toEqual([
      ['milk', 'a'],
      ['rice', 'c'],
      ['oil', 'b'],
      ['tea @ Tesco', undefined],
      ['meet @ noon', undefined],
      ['@ Market', undefined],
    ]);
    const known = { ...OPTIONS, findStore: storeNamed, isKnownName: (name: string) => name === 'milk @ Market' };
    expect(parseListText('milk @ Market\neggs', known).lines[0]?.entry).toMatchObject({ name: 'milk @ Market' });
  });

  test('[Q7] of the list win over a known name that ends with one, if the text before it is a known name, too', () => {
    const known = new Set(['oil', 'oil @ Market', 'Meet @ Market']);
    const options = { ...OPTIONS, findStore: storeNamed, isKnownName: (name: string) => known.has(name) };
    const text = 'oil @ Market\n2 oil@market\nMeet @ Market\nme@market\nann@market.com\noil@tesco';
    expect(parseListText(text, options).lines.map(({ entry }) => [entry.name, entry.store])).toEqual([
      ['oil', 'a'],
      ['oil', 'a'],
      ['Meet @ Market', undefined],
      ['me@market', undefined],
      ['ann@market.com', undefined],
      ['oil@tesco', undefined],
    ]);
  });

  test('[Q7] are the headings of their items', () => {
    const items = read('Market:\nmilk\n2 eggs @ Bakery\n\ntea\n\nBakery: bread, rolls').map(({ entry }) => entry);
    expect(items.map(({ name, store }) => [name, store])).toEqual([
      ['milk', 'a'],
      ['eggs', 'c'],
      ['tea', undefined],
      ['bread', 'c'],
      ['rolls', 'c'],
    ]);
  });

  test('[Q4] a line of another text is selected if it ties an item of the list to its store', () => {
    const there = itemRow('7', { name: 'Tea' });
    const lineOf = (store: string | null) => ({
      entry: { name: 'Tea', amount: null, unit: null, note: null, store },
      checked: false,
    });
    expect(['a', null].map((store) => isListed(memory.list, lineOf(store), there))).toEqual([false, true]);
    expect(isListed(memory.list, lineOf('a'), { ...there, store: 'b' })).toBe(true);
  });

  test('with a store chosen, what is left includes no items for other stores', () => {
    const view = createListView(memory.list, createNameOrder('en'), { chosenStore: 'b' });
    expect(formatLeftText(memory.list, view)).toBe('Meet @ noon\nOil\nHam (thin)\n');
  });
});
