/** Everything a shopper can do to the list, as data, and its result: a diff or a failure. */
import type { ItemDetails } from '#core/list/item-fields.ts';
import type { OrderOf, StoreId, Stores } from '#core/list/keyed-fields.ts';
import type { Category, Item, Loaded, SavedList } from '#core/list/row.ts';
import { toDiff, type Diff, type RowDiff } from '#core/diff/diff.ts';
import type { CleanNameFailure } from '#core/name/clean-name.ts';
import { ok, type Result } from '#core/result.ts';

export type Change =
  | ({ readonly type: 'add-item' } & NewItem)
  | { readonly type: 'add-items'; readonly items: readonly NewItem[] }
  | { readonly type: 'check-item'; readonly id: string; readonly checked: boolean }
  /** A missing field keeps the value that it has when the change is made, so that an edit of another device is not overwritten (product Y1). */
  | ({
      readonly type: 'edit-item';
      readonly id: string;
      readonly name?: string;
      readonly category?: string;
      readonly newCategory?: Category;
    } & ItemDetails)
  | ({
      /** Renames or moves an item that was just added (product L13), or merges an edited one with the item of its name (product L9). */
      readonly type: 'correct-item';
      readonly id: string;
      readonly name: string;
      readonly category: string;
      readonly newCategory?: Category;
      /** The category that came into view with the item, if any. It leaves again if nothing else is in it. */
      readonly broughtIn: string | null;
      /** Whether the existing item of that name stays checked. */
      readonly checked?: boolean;
    } & ItemDetails)
  | { readonly type: 'delete-item'; readonly id: string }
  /** Of several selected items (product L16). */
  | { readonly type: 'check-items'; readonly ids: readonly string[]; readonly checked: boolean }
  /** Items whose name the category already has stay where they are (product L9, L16). */
  | { readonly type: 'move-items'; readonly ids: readonly string[]; readonly category: string }
  /** Ties items to a store, or to none (product O3). */
  | { readonly type: 'set-store'; readonly ids: readonly string[]; readonly store: StoreId | null }
  /** Deletes selected categories with their items, and selected items of other categories (product L16). */
  | { readonly type: 'delete-selected'; readonly categoryIds: readonly string[]; readonly itemIds: readonly string[] }
  | { readonly type: 'clear-checked' }
  | { readonly type: 'uncheck-all' }
  | { readonly type: 'add-category'; readonly id: string; readonly name: string }
  | {
      readonly type: 'edit-category';
      readonly id: string;
      /** A missing name or color stays as it is. */
      readonly name?: string;
      /** A CSS hex color; empty for the color derived from the name. */
      readonly color?: string;
    }
  | { readonly type: 'delete-categories'; readonly ids: readonly string[] }
  /** All of them, in view or not (product L11). With `load`, the other members of the shared list are notified that it is empty. */
  | { readonly type: 'delete-all-categories'; readonly load?: Loaded }
  | {
      /** Moves a category to another place (product O1). */
      readonly type: 'move-category';
      readonly id: string;
      /** Its index once it has moved. */
      readonly to: number;
      /** The categories in view, in their current order. */
      readonly shown: readonly string[];
      /** In the order of this store; otherwise in the list's own (product O2). */
      readonly store?: OrderOf | undefined;
    }
  | {
      /** Gives the categories the places that they have in `order`, their ids (product O4). */
      readonly type: 'arrange-categories';
      readonly order: readonly string[];
      /** The categories in view, as they stand. */
      readonly shown: readonly string[];
      readonly store?: OrderOf | undefined;
    }
  /** Puts the categories back into alphabetical order (product O1), or those of a store into the list's order (product O2). */
  | { readonly type: 'sort-categories'; readonly store?: OrderOf | undefined }
  /** The id is new (product O2). */
  | { readonly type: 'add-store'; readonly id: StoreId; readonly name: string }
  | { readonly type: 'rename-store'; readonly id: StoreId; readonly name: string }
  /** Also removes the order of the store. Items that are tied to it count as tied to none (product O3). */
  | { readonly type: 'remove-store'; readonly id: StoreId }
  /** Categories of one name in view become one (product L8). The app does this at the start, not the shopper. */
  | { readonly type: 'merge-categories' }
  | { readonly type: 'rename-list'; readonly name: string }
  /** With `load`, the list is shared: it keeps its name, and the other members are notified that this was loaded (product S4, S5). */
  | { readonly type: 'create-empty-list'; readonly load?: Loaded }
  | { readonly type: 'restore-default-list'; readonly catalogue: Catalogue; readonly load?: Loaded }
  | {
      readonly type: 'save-list-as';
      readonly id: string;
      readonly name: string;
      readonly createdAt: string;
      /** Whether the list may take the name: it has no other member (product S4). */
      readonly mayNameList?: boolean;
    }
  | {
      readonly type: 'save-over-list';
      readonly id: string;
      readonly createdAt: string;
      /** Whether the list may take the name: the shopper typed it, and the list has no other member (product S3, S4). */
      readonly mayNameList?: boolean;
    }
  /** With `loadId`, a new id, the other members are notified (product S5). The same holds for `load-copy` and for an import that replaces. */
  | { readonly type: 'load-saved-list'; readonly id: string; readonly loadId?: string }
  /** Loads a copy of a saved list of another list, with ids of this list (product S6). */
  | { readonly type: 'load-copy'; readonly copy: NamedCatalogue; readonly loadId?: string }
  | { readonly type: 'rename-saved-list'; readonly id: string; readonly name: string }
  | { readonly type: 'delete-saved-list'; readonly id: string }
  | {
      readonly type: 'import-copy';
      readonly copy: ListCopy;
      readonly mode: 'replace' | 'merge';
      readonly loadId?: string;
    };

/** The changes of one type. */
export type ChangeOf<Type extends Change['type']> = Extract<Change, { readonly type: Type }>;

type NewItem = ItemDetails & {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  /** The category, if the list does not have it yet. It is created with the item, as one step (product L8). */
  readonly newCategory?: Category;
  /** Whether it is added as a checked item, such as a ticked line of a pasted list; false if missing. */
  readonly checked?: boolean;
};

/** A default list with ids of the open list (product L1, L3). */
export type Catalogue = {
  readonly categories: readonly Category[];
  readonly items: readonly Item[];
};

/** Rows to load into a list, with the name that the list takes. */
export type NamedCatalogue = Catalogue & {
  readonly listName: string;
  /** The stores to which its items are tied and in which its categories have ranks; missing if they are the list's own stores. */
  readonly stores?: Stores | null | undefined;
};

/** A whole list to import: from a list file, or from an older version's local storage (product D1, D2). */
export type ListCopy = NamedCatalogue & {
  readonly savedLists: readonly SavedList[];
};

/** The list already had the name; its row is unchecked now (product L9). */
export type AlreadyListed = { readonly type: 'already-listed'; readonly id: string; readonly category: string };

type ChangeEffect = {
  readonly diff: Diff;
  readonly alreadyListed: AlreadyListed | null;
};

/** Why a change is refused; the messages are in languages/en/messages. */
export type ChangeFailure =
  | CleanNameFailure
  /** No category was chosen, or the chosen one was deleted. */
  | { readonly type: 'no-category' }
  /** The row was deleted in another tab or on another device. */
  | { readonly type: 'gone' }
  /** The category already has an item with this name (product L9). */
  | { readonly type: 'item-exists'; readonly category: string }
  /** The list already has a category with this name. */
  | { readonly type: 'category-exists'; readonly id: string }
  /** The new name of a category belongs to another one. */
  | { readonly type: 'category-name-taken' }
  /** The list already has a store with this name. */
  | { readonly type: 'store-exists'; readonly id: string }
  /** The list already has the most stores that it may have (product O2). */
  | { readonly type: 'too-many-stores' }
  /** Another saved list has this name. */
  | { readonly type: 'saved-list-exists' }
  /** A file has more saved lists than there is room for (spec section 9: at most 10). */
  | { readonly type: 'too-many-saved-lists'; readonly room: number };

export type ChangeResult = Result<ChangeEffect, ChangeFailure>;

/** Creates a result from the diffs of rows; those that are null change nothing. */
export const changeResult = (
  rows: readonly (RowDiff | null)[],
  alreadyListed: AlreadyListed | null = null,
): ChangeResult => ok({ diff: toDiff(rows), alreadyListed });
