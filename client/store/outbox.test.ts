/** The outbox of one tab while keys and deltas arrive late. */
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import type { Item, Row } from '#core/list/row.ts';
import { itemRow, memoryOf } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import type { OutboxEntry } from '#client/ports/storage.ts';
import { createOutbox } from './outbox.ts';

const name = (text: string): readonly Patch[] => [{ table: 'items', id: 'milk', fields: { name: text } }];
const names = (key: number, text: string) => ({ key, patches: name(text) });

/** An outbox over a list of one item, and the visible item. */
function setUp(rows: readonly Row<Item>[] = [itemRow('milk', { name: 'base' })]) {
  const outbox = createOutbox({ ...EMPTY_CONTENTS, items: rows });
  const { list, apply } = memoryOf({ items: rows });
  return {
    outbox,
    shown: () => list.items.get('milk')?.name,
    /** Renames the item; returns the function that reports its key. */
    change: (text: string): ((key: number) => void) => {
      const onKey = outbox.add(name(text));
      apply([{ table: 'items', id: 'milk', before: {}, after: { name: text } }]);
      return (key) => apply(onKey(key, list));
    },
    merge: (...entries: readonly OutboxEntry[]) =>
      apply(outbox.merge({ outbox: entries, compactedUpTo: 0, base: EMPTY_CONTENTS }, list)),
    /** Compacts the outbox on disk up to a key; the base has this name. */
    compact: (compactedUpTo: number, text: string) =>
      apply(
        outbox.merge(
          { outbox: [], compactedUpTo, base: { ...EMPTY_CONTENTS, items: [itemRow('milk', { name: text })] } },
          list,
        ),
      ),
  };
}

describe("another tab's change", () => {
  test('[Y8] is shown, unless a pending change of this tab counts as later', () => {
    const { change, merge, shown } = setUp();
    merge(names(1, 'theirs'));
    expect(shown()).toBe('theirs');
    change('mine');
    merge(names(2, 'theirs too'));
    expect(shown()).toBe('mine');
  });

  test('[Y8] wins as soon as the own change turns out to be earlier on disk', () => {
    const { change, merge, shown } = setUp();
    const onKey = change('mine');
    merge(names(2, 'theirs'));
    expect(shown()).toBe('mine');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] is shown once, however often it is read', () => {
    const { change, merge, shown } = setUp();
    merge(names(1, 'theirs'));
    change('mine')(2);
    merge(names(1, 'theirs'));
    expect(shown()).toBe('mine');
  });
});

describe('a change of this tab', () => {
  test('[Y8] that was read from disk before its key arrived counts once, in its order', () => {
    const { change, merge, shown, compact } = setUp();
    const onKey = change('mine');
    merge(names(1, 'mine'), names(2, 'theirs'));
    onKey(1);
    expect(shown()).toBe('theirs');
    compact(2, 'theirs');
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that is in the base before its key arrives is not applied over later changes', () => {
    const { change, compact, shown } = setUp();
    const onKey = change('mine');
    compact(2, 'theirs');
    expect(shown()).toBe('mine');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that was read and compacted before its key arrives is not applied over later changes', () => {
    const { change, merge, shown, compact } = setUp();
    const onKey = change('mine');
    merge(names(1, 'mine'), names(2, 'theirs'));
    compact(2, 'theirs');
    onKey(1);
    expect(shown()).toBe('theirs');
  });

  test('[Y8] that became durable after a read stays over the rows of the read', () => {
    const { change, compact, shown } = setUp();
    change('mine')(3);
    compact(2, 'theirs');
    expect(shown()).toBe('mine');
  });

  test('[Y8] keeps its order among changes that were written together under one key', () => {
    const { change, merge, shown } = setUp();
    const onKeys = ['first', 'second'].map(change);
    for (const onKey of onKeys) onKey(1);
    expect(shown()).toBe('second');
    merge(names(1, 'second'), names(2, 'theirs'));
    expect(shown()).toBe('theirs');
  });

  test('[Y8] whose key arrives out of order is applied in the order of the disk', () => {
    const { change, shown } = setUp();
    const [onFirst, onSecond] = ['first', 'second'].map(change);
    onSecond?.(1);
    expect(shown()).toBe('first');
    onFirst?.(2);
    expect(shown()).toBe('first');
  });
});

test('[Y8] compacting shows nothing new, and compacted changes are still applied below later ones', () => {
  const { change, merge, shown, compact } = setUp();
  change('mine')(1);
  compact(1, 'mine');
  expect(shown()).toBe('mine');
  merge({ key: 2, patches: [{ table: 'items', id: 'milk', fields: { checked: true } }] });
  expect(shown()).toBe('mine');
});

test('[Y1] the backend’s result replaces a change once the base includes it', () => {
  const { change, shown, compact } = setUp();
  change('mine')(1);
  compact(0, 'theirs');
  expect(shown()).toBe('mine');
  compact(1, 'theirs');
  expect(shown()).toBe('theirs');
});
