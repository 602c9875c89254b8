/** Plans how several lines or a saved list are added: the place of each line, and one change for all of them (product Q3, Q4, O8). */
import type { Amount } from '#core/amount/add-amounts.ts';
import { formatAmount } from '#core/amount/format-amount.ts';
import { fitsNote, joinNotes, losesNote, mergeDetails } from '#core/amount/merge-details.ts';
import { hasDetails } from '#core/amount/parse-entry.ts';
import { adoptStores } from '#core/change/adopt-stores.ts';
import type { Change, NamedCatalogue } from '#core/change/change.ts';
import { isSameValue } from '#core/diff/diff.ts';
import { type List, liveRow, liveRows } from '#core/list/list.ts';
import { pickDetails, pickItem, withParts } from '#core/list/item-fields.ts';
import { type Category, type Item, createLostCategory } from '#core/list/row.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { storeName } from '#core/stores/stores.ts';
import { storeToTie, type TextEntry } from './read-store.ts';

/** A line of the preview, with what the shopper chose. */
export type DraftLine = {
  readonly entry: TextEntry;
  readonly checked: boolean;
  readonly category: Category;
  /** Whether the shopper adds it. */
  readonly isWanted: boolean;
  /** Whether its amount replaces one with which it does not add up (product Q3); null if the shopper did not choose. */
  readonly takesNewAmount: boolean | null;
};

export type PlannedLine = {
  /** The item that has the name before this line, on the list or in an earlier line; null for a new item. */
  readonly before: Item | null;
  /** The item after this line. */
  readonly after: Item;
  /** The amount of the line, if it and that of the item do not add up. */
  readonly conflict: Amount | null;
  /** Whether the amount of the line replaces that of the item. */
  readonly takesNewAmount: boolean;
  /** Whether the item's note has room for the amount of the line. */
  readonly canNoteAmount: boolean;
  /** Whether the item's note has no room for the note of the line. */
  readonly isNoteLost: boolean;
  /** The name of the store that the line ties an item of the list to (product O3); '' for none. */
  readonly tiedTo: string;
};

export type Plan = {
  /** One for each line; null for a line whose name is too long for an item. */
  readonly lines: readonly (PlannedLine | null)[];
  readonly results: readonly PlannedItem[];
};

type PlannedItem = {
  readonly item: Item;
  readonly category: Category;
  readonly isNew: boolean;
  /** Whether it is on the list, and the lines change it. */
  readonly isUpdated: boolean;
};

/**
 * Plans all lines in their order, so that two lines of one name become one item whose amounts add up.
 * @param write writes amounts that become notes
 */
export function planLines(list: List, drafts: readonly DraftLine[], write: (amount: number) => string): Plan {
  const planned = new Map<string, PlannedItem>();
  const lines = drafts.map((draft): PlannedLine | null => {
    const clean = cleanName(draft.entry.name);
    if (!clean.ok) return null;
    const key = `${draft.category.id}\n${nameKey(clean.value)}`;
    const listed = list.itemNamed(draft.category.id, clean.value);
    const line = planLine(planned.get(key)?.item ?? listed, draft, { list, write });
    const { after: item } = line;
    const isUpdated = listed !== undefined && !isSameValue(pickItem(listed), pickItem(item));
    if (draft.isWanted) planned.set(key, { item, category: draft.category, isNew: listed === undefined, isUpdated });
    return line;
  });
  return { lines, results: [...planned.values()] };
}

/** The change that adds the planned items, as one step. */
export const planToChange = ({ results }: Plan, createId: () => string): Change => ({
  type: 'add-items',
  items: results.map(({ item, category, isNew }) => ({
    ...pickItem(item),
    id: isNew ? createId() : item.id,
    newCategory: category,
  })),
});

const NO_CONFLICT = {
  conflict: null,
  takesNewAmount: false,
  canNoteAmount: true,
  isNoteLost: false,
  tiedTo: '',
} as const;

type PlanOptions = { readonly list: List; readonly write: (amount: number) => string };

/** A ticked line does not change an item that is already there. */
function planLine(before: Item | undefined, draft: DraftLine, { list, write }: PlanOptions): PlannedLine {
  const { entry, checked, category } = draft;
  if (before === undefined) {
    const item = { id: '', name: entry.name, category: category.id, checked, ...pickDetails(entry) };
    return { ...NO_CONFLICT, before: null, after: item };
  }
  if (checked) return { ...NO_CONFLICT, before, after: before };
  const { details, conflict } = mergeDetails(before, entry);
  const store = storeToTie(list, before, entry);
  const tie = store === null ? {} : { store };
  const merged = { ...before, ...withParts(pickDetails(details)), ...tie, checked: false };
  const isNoteLost = losesNote(before, entry.note);
  const line = { ...NO_CONFLICT, before, after: merged, isNoteLost, tiedTo: storeName(list, store) ?? '' };
  if (conflict === null) return line;
  return { ...line, ...resolveConflict(merged, conflict, { draft, written: formatAmount(conflict, write) }) };
}

/** Whether a line of another text is only the name of an item that is needed already, so that there is nothing to add. */
export const isListed = (
  list: List,
  { entry, checked }: Pick<DraftLine, 'entry' | 'checked'>,
  there: Item | undefined,
): boolean =>
  there !== undefined && (checked || (!there.checked && !hasDetails(entry) && storeToTie(list, there, entry) === null));

/**
 * Whether a line of a text that Checklist wrote has an item exactly as it is on the list, so that there is nothing to add. Another store
 * does not count, because adding the line would not change it, nor does a store that was removed, because the text leaves it out.
 */
export const isUnchanged = (
  list: List,
  { entry, checked }: Pick<DraftLine, 'entry' | 'checked'>,
  there: Item | undefined,
): boolean =>
  there !== undefined &&
  (checked || (!there.checked && storeToTie(list, there, entry) === null)) &&
  isSameValue(pickDetails({ ...entry, store: null }), pickDetails({ ...there, store: null }));

type Resolution = {
  readonly draft: DraftLine;
  /** The amount that does not add up, as a note. */
  readonly written: string;
};

function resolveConflict(merged: Item, conflict: Amount, { written, draft }: Resolution) {
  // No amount is lost without a question: the new one becomes a note, unless the shopper takes it or there is no room.
  const { note: before = null } = merged;
  const canNoteAmount = fitsNote(before, written);
  const takesNewAmount = draft.takesNewAmount ?? !canNoteAmount;
  const after = { ...merged, ...(takesNewAmount ? conflict : { note: joinNotes(before, written) }) };
  return { after, conflict, takesNewAmount, canNoteAmount };
}

type SavedListOptions = {
  /** Writes amounts that become notes. */
  readonly write: (amount: number) => string;
  /** By the place of an item in the copy: whether its amount replaces one with which it does not add up (product Q3). */
  readonly choices?: ReadonlyMap<number, boolean>;
};

/**
 * Plans all items, unchecked: adding them means that they are needed. A name that the list has in another category is
 * added there.
 * @param copy the saved list, with ids of the open list
 * @returns a plan with one line for each item of the copy, in its order
 */
export function planSavedList(list: List, copy: NamedCatalogue, { write, choices }: SavedListOptions): Plan {
  const savedById = new Map(copy.categories.map((category) => [category.id, category]));
  const placeByName = new Map(liveRows(list.items).map(({ name, category }) => [nameKey(name), category]));
  const choiceAt = (at: number): boolean | null => choices?.get(at) ?? null;
  // No preview says that an item of the list gets a store (product O3).
  const tieNew = (item: Item): Item => (placeByName.has(nameKey(item.name)) ? { ...item, store: null } : item);
  const items = adoptStores(list, copy, { adds: false }).copy.items.map(tieNew);
  const drafts = items.map(({ name, category: savedIn, amount = null, unit = null, note = null, store }, at) => {
    const isThere = list.itemNamed(savedIn, name) !== undefined;
    const other = isThere ? undefined : placeByName.get(nameKey(name));
    const category = liveRow(list.categories, other ?? '') ?? savedById.get(savedIn) ?? createLostCategory(savedIn);
    const entry = { name, amount, unit, note, store };
    return { entry, category, checked: false, isWanted: true, takesNewAmount: choiceAt(at) };
  });
  return planLines(list, drafts, write);
}
