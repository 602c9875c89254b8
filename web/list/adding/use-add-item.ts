/** Adds items by name, and reports the result in the add bar, until the next action or for a few seconds. */
import { useContext, useEffect, useState } from 'react';
import type { Amount } from '#core/amount/add-amounts.ts';
import { showAmount } from '#core/amount/format-amount.ts';
import { losesNote, mergeDetails } from '#core/amount/merge-details.ts';
import type { NumberFormat } from '#core/amount/numbers.ts';
import { findCategory } from '#core/catalogue/category-on-demand.ts';
import type { Change, ChangeOf } from '#core/change/change.ts';
import { rowDiffsOf } from '#core/diff/diff.ts';
import type { Category, Item } from '#core/list/row.ts';
import { liveRow, type List } from '#core/list/list.ts';
import { storeToTie, type TextEntry } from '#core/list-text/read-store.ts';
import { findNearName, findOtherForm, type Resemblance } from '#core/suggest/find-resembling.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { storeName } from '#core/stores/stores.ts';
import { OTHER_STORES } from '#core/view/item-places.ts';
import type { AppliedChange, Store } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList, useStoreChange } from '#web/shown-list/shown-list.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { isOnList } from '#web/list/again/use-habits.ts';
import { showItem } from './show-item.ts';
import { marked } from '#web/ui/marks.ts';

type SetStatus = (status: AdderStatus) => void;

/** What to add, and where. The category may be new to the list. */
type Placement = {
  readonly entry: TextEntry;
  readonly category: Category;
  /** Whether the shopper chose the category. */
  readonly isChosen: boolean;
  readonly other?: OtherMeaning | null;
};

/** Another meaning of a text. It is offered after the text was added as one item (product L13). */
export type OtherMeaning = {
  readonly label: string;
  /** @param takeBack takes the item back */
  readonly run: (takeBack: () => void) => void;
};

/** Adds an item. Returns whether it is on the list afterwards. */
type AddItem = (placement: Placement) => boolean;

type AddItemParts = { readonly names: KnownNames; readonly numbers: NumberFormat; readonly setStatus: SetStatus };

/**
 * Reports whether the item was added, was already on the list and where, or why it was refused (product L9, L10). The amount
 * of an item that is already on the list adds up; if it cannot, asks which to keep (product Q3). An added item can be moved,
 * and renamed to the known name that it resembles (product L13).
 */
export function useAddItem({ names, numbers, setStatus }: AddItemParts): AddItem {
  const shownList = useShownList();
  const { store, ref } = shownList;
  const applyChange = useStoreChange();
  const toaster = useContext(ToasterContext);
  const report = createReports({ store, numbers, setStatus });
  const apply = (addition: Addition): boolean => {
    const { id, placement, toChange } = addition;
    const { entry, category } = placement;
    // An item of this name may have arrived from elsewhere while the shopper was typing.
    store.release();
    const named = store.list.itemNamed(category.id, entry.name);
    const existing = named?.id === id ? undefined : named;
    const { details, conflict } = mergeDetails(existing, entry);
    const tied = existing === undefined ? entry.store : storeToTie(store.list, existing, entry);
    const place = { category: category.id, newCategory: category };
    const target = { id, name: entry.name, ...place, ...details, ...(tied && { store: tied }) };
    const result = applyChange(toChange(target));
    if (!result.ok) {
      setStatus({ text: messages.changeFailures[result.failure.type], action: null, isRefusal: true });
      return false;
    }
    // At the end of a list, a toast about something earlier would cover the new row.
    toaster.hide();
    if (existing === undefined) {
      const find = (categoryId: string): Category => findCategory(store.list, ref, categoryId) ?? category;
      report.added(placement, createOffers({ ...addition, done: result.value, revert: store.revert, find, apply }));
      showItem(shownList, id);
    } else {
      report.listed(existing, category, { conflict, isNoteLost: losesNote(existing, entry.note) });
      showItem(shownList, existing.id);
    }
    return true;
  };
  return (placement) =>
    apply({
      id: store.createId(),
      placement,
      // Once it is added, the name is a known one.
      near: findNearName(names, placement.entry.name) ?? findListed(store.list, names, placement.entry.name),
      toChange: (target) => ({ type: 'add-item', ...target }),
    });
}

/** Another form of the name, if the list has it: Lemons for `lemon`. */
function findListed(list: List, names: KnownNames, name: string): Resemblance | undefined {
  const form = findOtherForm(names, name);
  return form !== undefined && isOnList(list, form.name) ? form : undefined;
}

/** One addition, or a correction of it. */
type Addition = {
  readonly id: string;
  readonly placement: Placement;
  /** The known name that it resembles. */
  readonly near?: Resemblance | undefined;
  readonly toChange: (target: Omit<ChangeOf<'add-item'>, 'type'>) => Change;
};

type Added = Addition & {
  readonly done: AppliedChange;
  readonly revert: Store['revert'];
  readonly find: (categoryId: string) => Category;
  readonly apply: (addition: Addition) => boolean;
};

/** What the shopper can do about an added item, each as one step (product L13). */
type Offers = { readonly move: AddedItem['move']; readonly other: AdderStatus['action'] };

function createOffers({ id, placement, near, done, revert, find, apply }: Added): Offers {
  const { entry, category, isChosen, other } = placement;
  const isBroughtIn = rowDiffsOf(done.diff, 'categories').some(
    (row) => row.id === category.id && row.after.inList === true,
  );
  const toChange: Addition['toChange'] = (target) => ({
    type: 'correct-item',
    ...target,
    broughtIn: isBroughtIn ? category.id : null,
  });
  const rename = ({ name, category: categoryId }: Resemblance): void => {
    const renamed = { entry: { ...entry, name }, category: isChosen ? category : find(categoryId), isChosen };
    apply({ id, placement: renamed, toChange });
  };
  const nearAction = near && {
    label: messages.adder.near(near.name),
    name: messages.adder.didYouMean(near.name),
    run: () => rename(near),
  };
  return {
    move: (categoryId) =>
      void apply({ id, placement: { entry, category: find(categoryId), isChosen: true }, near, toChange }),
    other: other ? { ...other, run: () => other.run(() => revert(done)) } : (nearAction ?? null),
  };
}

type ReportParts = Omit<AddItemParts, 'names'> & { readonly store: Store };

type Merge = {
  /** The new amount, if it and the amount of the item do not add up: asks which to keep (product Q3). */
  readonly conflict: Amount | null;
  /** Whether the item's note has no room for the new one. */
  readonly isNoteLost: boolean;
};

const describe = (text: string, { isNoteLost }: Merge): string => (isNoteLost ? messages.adder.noteFull(text) : text);

/** The name of the store that an item is for, if another one is chosen. */
function nameOfOther({ list, view }: Store, tied: StoreId | null | undefined): string | null {
  const chosen = view.chosenStore();
  return chosen === null || tied === chosen ? null : storeName(list, tied);
}

/** Reports what adding an item did. */
function createReports({ store, numbers, setStatus }: ReportParts) {
  const amountOf = (item: Pick<Item, 'amount' | 'unit'>): string => showAmount(item, numbers.write);
  /** The text, with what is new about an item that was on the list. */
  const withNews = (text: string, existing: Item): string => {
    const item = liveRow(store.list.items, existing.id) ?? existing;
    const news = {
      amount: amountOf(item) === amountOf(existing) ? '' : amountOf(item),
      note: item.note === existing.note ? '' : (item.note ?? ''),
      store: item.store === existing.store ? '' : (storeName(store.list, item.store) ?? ''),
    };
    return messages.adder.nowWith(text, news);
  };
  const offer = (existing: Item, other: Amount, merge: Merge): void => {
    const { id, name } = existing;
    const run = (): void => {
      store.applyChange({ type: 'edit-item', id, ...other });
    };
    const action = { label: messages.adder.changeTo(amountOf(other)), run };
    const text = withNews(messages.adder.listedWith(name, amountOf(existing)), existing);
    setStatus({ text: describe(text, merge), action });
  };
  return {
    added: ({ entry: { name, store: tied }, category }: Placement, { move, other }: Offers): void =>
      setStatus({
        text: messages.adder.added(name, category.name, nameOfOther(store, tied)),
        action: other,
        added: { name, category, move },
      }),
    listed(existing: Item, category: Category, merge: Merge): void {
      if (merge.conflict !== null) {
        offer(existing, merge.conflict, merge);
        return;
      }
      const { name, checked } = existing;
      const at = store.view.placeOf(existing) === OTHER_STORES ? storeName(store.list, existing.store) : null;
      const listed = checked ? messages.adder.wasChecked(name) : messages.adder.alreadyListed(name, category.name, at);
      setStatus({ text: describe(withNews(listed, existing), merge), action: null });
    },
  };
}

const VISIBLE_MS = 4000;
const VISIBLE_WITH_ACTION_MS = 10_000;

export type AdderStatus = {
  readonly text: string;
  /** One thing to do about it, behind the text. */
  readonly action: StatusAction | null;
  /** The item that was added, if it was. */
  readonly added?: AddedItem;
  /** Whether it explains why the text in the field was refused. Then it remains until the text changes. */
  readonly isRefusal?: boolean;
};

export type StatusAction = {
  readonly label: string;
  /** Its name for screen readers, if the label is too short. */
  readonly name?: string;
  readonly run: () => void;
};

export type AddedItem = {
  readonly name: string;
  readonly category: Category;
  /** Moves it to the category with this id. */
  readonly move: (categoryId: string) => void;
};

/**
 * The status and its setter. The status is cleared after a few seconds, when the shopper changes the list, and when a
 * dialog opens.
 */
export function useAdderStatus(): readonly [AdderStatus | null, (status: AdderStatus | null) => void] {
  const { store } = useShownList();
  const [status, setStatus] = useState<AdderStatus | null>(null);
  useEffect(() => {
    if (status === null) return undefined;
    const clear = (): void => setStatus(null);
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('dialog') !== null) clear();
    };
    const time = status.action === null && status.added === undefined ? VISIBLE_MS : VISIBLE_WITH_ACTION_MS;
    // Not while one of its controls has the focus, because that would close an open picker.
    const timer = status.isRefusal === true ? undefined : setInterval(() => isStripFocused() || clear(), time);
    const stop = store.onDiff((_diff, source) => source !== 'remote' && clear());
    document.addEventListener('focusin', onFocus);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('focusin', onFocus);
    };
  }, [store, status]);
  return [status, setStatus];
}

const isStripFocused = (): boolean => (document.activeElement?.closest(marked('strip')) ?? null) !== null;
