/** An in-memory disk of one account and all its tabs. A test controls separately when it writes and when it answers. */
import { changeHistory, type History } from '#core/history/history.ts';
import { patchRow } from '#core/diff/diff.ts';
import { type Contents, EMPTY_CONTENTS, putRows, toContents, toRowMaps } from '#core/list/contents.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { Batch, Delta, OutboxEntry, ReadPosition, Storage, StorageFailure, Tabs } from '#client/ports/storage.ts';
import { createQueues } from './queues.ts';

export type FakeDisk = {
  /** Opens another tab. */
  readonly openTab: () => { readonly storage: Storage; readonly tabs: Tabs };
  /** Makes a tab (counted from 1) visible again. It may have missed messages. */
  readonly wake: (tab: number) => void;
  /** Runs one waiting transaction or delivers one answer, chosen by the caller. Returns false if none was waiting. */
  readonly step: (choice: number) => boolean;
  /** Makes all further writes fail with this error; null makes them succeed. */
  readonly refuse: (failure: StorageFailure | null) => void;
  /** Makes everything fail from now on, including opening. */
  readonly block: (failure: StorageFailure | null) => void;
  /** The stored list: the outbox applied to the base. */
  readonly view: () => Contents;
  readonly state: () => Stored;
};

type Stored = {
  readonly base: Contents | null;
  readonly outbox: readonly OutboxEntry[];
  readonly compactedUpTo: number;
  /** The base's rows in the order in which they were written. A sequence number is an index into it. */
  readonly written: readonly Contents[];
  readonly history: History;
  readonly collapsed: readonly string[];
  readonly chosenStore: string | null;
};

const NOTHING_STORED: Stored = {
  base: null,
  outbox: [],
  compactedUpTo: 0,
  written: [],
  history: [],
  collapsed: [],
  chosenStore: null,
};

/** @param isManual if true, everything waits for `step`; otherwise it runs and answers at once */
export function createFakeDisk({ isManual }: { readonly isManual: boolean }): FakeDisk {
  let stored: Stored = NOTHING_STORED;
  let lastKey = 0;
  let refusal: StorageFailure | null = null;
  let blockage: StorageFailure | null = null;
  let tabCount = 0;
  const queues = createQueues(isManual);
  const mailboxes = new Map<number, () => void>();
  // Transactions of all tabs run one after the other, in the order in which they were issued.
  // Answers to changes keep their order, and so do answers to reads; the two kinds can be in any order.
  const transact = <T>(answers: string, work: () => Result<T, StorageFailure>): Promise<Result<T, StorageFailure>> =>
    new Promise((resolve) => {
      queues.add('disk', () => {
        const result = structuredClone(blockage ? fail(blockage) : work());
        queues.add(answers, () => resolve(result));
      });
    });
  const append = (batches: readonly Batch[]): Result<readonly number[], StorageFailure> =>
    refusal ? fail(refusal) : ok(batches.map(appendChange));
  const appendChange = ({ patches, history }: Batch): number => {
    lastKey += 1;
    const entry = structuredClone({ key: lastKey, patches });
    stored = {
      ...stored,
      outbox: [...stored.outbox, entry],
      history: changeHistory(stored.history, structuredClone(history)),
    };
    return lastKey;
  };
  const open = (first: Contents | null) => {
    const isFresh = stored.base === null;
    const base = stored.base ?? structuredClone(first ?? EMPTY_CONTENTS);
    if (first !== null) stored = { ...stored, base };
    const { outbox, compactedUpTo, history, collapsed, chosenStore } = stored;
    return ok({
      base,
      outbox,
      compactedUpTo,
      history,
      collapsed,
      chosenStore,
      localSeq: stored.written.length,
      isFresh,
    });
  };
  const readAfter = ({ key, localSeq }: ReadPosition): Result<Delta, StorageFailure> => {
    const { outbox, compactedUpTo, history, written } = stored;
    const base = written.slice(localSeq).reduce(concat, EMPTY_CONTENTS);
    return ok({
      outbox: outbox.filter((entry) => entry.key > key),
      compactedUpTo,
      history,
      base,
      localSeq: written.length,
    });
  };
  const compact = (): Result<number, StorageFailure> => {
    if (refusal) return fail(refusal);
    const base = view(stored);
    const compactedUpTo = stored.outbox.at(-1)?.key ?? stored.compactedUpTo;
    stored = { ...stored, base, outbox: [], compactedUpTo, written: [...stored.written, base] };
    return ok(stored.compactedUpTo);
  };
  return {
    openTab() {
      tabCount += 1;
      const tab = tabCount;
      return {
        storage: {
          open: (first) => transact(`reads of ${tab}`, () => open(first)),
          append: (batches) => transact(`changes of ${tab}`, () => append(batches)),
          readAfter: (position) => transact(`reads of ${tab}`, () => readAfter(position)),
          compact: () => transact(`reads of ${tab}`, compact),
          saveCollapsed(collapsed) {
            stored = { ...stored, collapsed };
          },
          saveChosenStore(chosenStore) {
            stored = { ...stored, chosenStore };
          },
        },
        tabs: {
          announce() {
            for (const [other, callback] of mailboxes) if (other !== tab) queues.add(`mail of ${other}`, callback);
          },
          onChange(callback) {
            mailboxes.set(tab, callback);
            return () => mailboxes.delete(tab);
          },
        },
      };
    },
    wake: (tab) => mailboxes.get(tab)?.(),
    step: queues.step,
    refuse(failure) {
      refusal = failure;
    },
    block(failure) {
      blockage = failure;
    },
    view: () => view(stored),
    state: () => stored,
  };
}

/** Applies every change of the outbox to the base, in the simplest way. */
function view({ base, outbox }: Pick<Stored, 'base' | 'outbox'>): Contents {
  const maps = toRowMaps(base ?? EMPTY_CONTENTS);
  for (const patch of outbox.flatMap((entry) => entry.patches)) patchRow(maps, patch);
  return toContents(maps);
}

const concat = (a: Contents, b: Contents): Contents => {
  const maps = toRowMaps(a);
  putRows(maps, b);
  return toContents(maps);
};
