/** Watches a list and records when changes appear in it. */
import { rowDiffsOf, type Diff, type RowDiff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import type { Counts, BenchDevice } from './bench-device.ts';
import { monotonicNow } from './monotonic-now.ts';

type Wanted = { readonly isMet: () => boolean; readonly resolve: (at: number) => void };

export type ListWatcher = Pick<BenchDevice, 'whenShown' | 'whenCounts'> & {
  /** Starts with an existing list. */
  readonly start: (list: List) => void;
  readonly observe: (diff: Diff) => void;
};

export function createListWatcher(): ListWatcher {
  const checkedById = new Map<string, { readonly checked: boolean; readonly at: number }>();
  let live = 0;
  let ticked = 0;
  let lastSeen = 0;
  let wanted: readonly Wanted[] = [];
  const count = ({ id, before, after }: RowDiff<'items'>): void => {
    if (after.deleted !== undefined && after.deleted !== before.deleted) live += after.deleted ? -1 : 1;
    if (after.checked === undefined) return;
    ticked += Number(after.checked) - Number(before.checked === true);
    checkedById.set(id, { checked: after.checked, at: lastSeen });
  };
  const answer = (): void => {
    const met = wanted.filter(({ isMet }) => isMet());
    wanted = wanted.filter((one) => !met.includes(one));
    for (const { resolve } of met) resolve(lastSeen);
  };
  const when = (isMet: () => boolean): Promise<number> =>
    isMet() ? Promise.resolve(lastSeen) : new Promise((resolve) => void (wanted = [...wanted, { isMet, resolve }]));
  return {
    start(list) {
      const rows = [...list.items.values()];
      live = rows.filter(({ deleted }) => !deleted).length;
      ticked = rows.filter(({ checked }) => checked).length;
      lastSeen = monotonicNow();
    },
    observe(diff) {
      lastSeen = monotonicNow();
      for (const row of rowDiffsOf(diff, 'items')) count(row);
      if (wanted.length > 0) answer();
    },
    async whenShown({ id, checked }) {
      await when(() => checkedById.get(id)?.checked === checked);
      return checkedById.get(id)?.at ?? lastSeen;
    },
    whenCounts: (counts: Counts) => when(() => live === counts.live && ticked === counts.ticked),
  };
}
