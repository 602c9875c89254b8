/** One tab's picture of the outbox, while keys and news come in late. */
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import type { Row } from '#core/list/row.ts';
import type { Item } from '#core/list/item.ts';
import { itemRow, memoryOf } from '#core/testing/contents.ts';
import { EMPTY } from '#test/doubles/open-store.ts';
import type { StoredOp } from '#client/ports/storage.ts';
import { createOutbox } from './outbox.ts';

const name = (text: string): readonly Patch[] => [{ table: 'items', id: 'milk', fields: { name: text } }];
const names = (key: number, text: string) => ({ key, patches: name(text) });

/** An outbox over a list of one item, and what the list shows of it. */
function setUp(rows: readonly Row<Item>[] = [itemRow('milk', { name: 'base' })]) {
  const outbox = createOutbox({ ...EMPTY, items: rows });
  const { list, apply } = memoryOf({ items: rows });
  return {
    outbox,
    shown: () => list.items.get('milk')?.name,
    /** The shopper renames the item; returns what tells the outbox its key. */
    act: (text: string): ((key: number) => void) => {
      const onKey = outbox.add(name(text));
      apply({
        items: [{ id: 'milk', before: {}, after: { name: text } }],
        categories: [],
        savedLists: [],
        profile: [],
      });
      return (key) => apply(onKey(key, list));
    },
    merge: (...ops: readonly StoredOp[]) => apply(outbox.takeIn({ ops, absorbedUpTo: 0, base: EMPTY }, list)),
    /** The base on disk holds everything up to a key; the item is called so there. */
    absorb: (absorbedUpTo: number, text: string) =>
      apply(
        outbox.takeIn({ ops: [], absorbedUpTo, base: { ...EMPTY, items: [itemRow('milk', { name: text })] } }, list),
      ),
  };
}

describe("another tab's act", () => {
  test('[Y8] is shown, unless one of this tab that is not durable yet would be later', () => {
    const { act, merge, shown } = setUp();
    merge(names(1, 'theirs'));
    expect(shown()).toBe('theirs');
    act('mine');
    merge(names(2, 'theirs too'));
    expect(shown()).toBe('mine');
  });

  test('[Y8] wins as soon as this tab hears that its own act came earlier on disk', () => {
    const { act, merge, shown } = setUp();
    const onKey = act('mine');
    merge(names(2, 'theirs'));
    expect(shown()).toBe('mine');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] is shown once, however often it is read', () => {
    const { act, merge, shown } = setUp();
    merge(names(1, 'theirs'));
    act('mine')(2);
    merge(names(1, 'theirs'));
    expect(shown()).toBe('mine');
  });
});

describe('an act of this tab', () => {
  test('[Y8] that was read from disk before its key was told counts once, in its place', () => {
    const { act, merge, shown, absorb } = setUp();
    const onKey = act('mine');
    merge(names(1, 'mine'), names(2, 'theirs'));
    onKey(1);
    expect(shown()).toBe('theirs');
    absorb(2, 'theirs');
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that is in the base before its key was told is not laid over later ones', () => {
    const { act, absorb, shown } = setUp();
    const onKey = act('mine');
    absorb(2, 'theirs');
    expect(shown()).toBe('mine');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that was read and absorbed before its key was told is not laid over later ones', () => {
    const { act, merge, shown, absorb } = setUp();
    const onKey = act('mine');
    merge(names(1, 'mine'), names(2, 'theirs'));
    absorb(2, 'theirs');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that became durable after the disk was read stays over what was read', () => {
    const { act, absorb, shown } = setUp();
    act('mine')(3);
    absorb(2, 'theirs');
    expect(shown()).toBe('mine');
  });

  test('[Y8] keeps its place among acts that went to disk together with it, under one key', () => {
    const { act, merge, shown } = setUp();
    const onKeys = ['first', 'second'].map(act);
    for (const onKey of onKeys) onKey(1);
    expect(shown()).toBe('second');
    merge(names(1, 'second'), names(2, 'theirs'));
    expect(shown()).toBe('theirs');
  });

  test('[Y8] whose key is told out of turn stands where it stands on disk', () => {
    const { act, shown } = setUp();
    const [onFirst, onSecond] = ['first', 'second'].map(act);
    onSecond?.(1);
    expect(shown()).toBe('first');
    onFirst?.(2);
    expect(shown()).toBe('first');
  });
});

test('[Y8] absorbing shows nothing new, and what was absorbed is still under what comes', () => {
  const { act, merge, shown, absorb } = setUp();
  act('mine')(1);
  absorb(1, 'mine');
  expect(shown()).toBe('mine');
  merge({ key: 2, patches: [{ table: 'items', id: 'milk', fields: { checked: true } }] });
  expect(shown()).toBe('mine');
});

test('[Y1] what the backend made of an act shows in its place once the base holds it', () => {
  const { act, shown, absorb } = setUp();
  act('mine')(1);
  absorb(0, 'theirs');
  expect(shown()).toBe('mine');
  absorb(1, 'theirs');
  expect(shown()).toBe('theirs');
});
