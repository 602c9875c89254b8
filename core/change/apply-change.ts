/** Applies a change to a list: the one switch over all changes. */
import type { List } from '#core/list/list.ts';
import { arrangeCategories, moveCategory, sortCategories } from './arrange-categories.ts';
import { importCopy } from './import-copy.ts';
import {
  addCategory,
  deleteAllCategories,
  deleteCategories,
  deleteSelected,
  editCategory,
  mergeCategories,
} from './change-categories.ts';
import {
  addItem,
  addItems,
  checkItem,
  checkItems,
  clearChecked,
  correctItem,
  deleteItem,
  editItem,
  moveItems,
  uncheckAll,
} from './change-items.ts';
import { addStore, removeStore, renameStore, setStore } from './change-stores.ts';
import { deleteSavedList, renameSavedList, saveListAs, saveOverList } from './change-saved-lists.ts';
import type { Change, ChangeResult } from './change.ts';
import { renameList, createEmptyList, loadCopy, loadSavedList, restoreDefaultList } from './change-list.ts';

/**
 * Computes the diff of a change. The list itself is not changed.
 * @returns the diff, which is empty if the change has no effect; or why the change is refused
 */
// An exhaustive switch over all changes is easiest to read in one piece.
// oxlint-disable-next-line complexity, max-lines-per-function
export function applyChange(list: List, change: Change): ChangeResult {
  switch (change.type) {
    case 'add-item':
      return addItem(list, change);
    case 'add-items':
      return addItems(list, change);
    case 'check-item':
      return checkItem(list, change);
    case 'edit-item':
      return editItem(list, change);
    case 'correct-item':
      return correctItem(list, change);
    case 'delete-item':
      return deleteItem(list, change);
    case 'check-items':
      return checkItems(list, change);
    case 'move-items':
      return moveItems(list, change);
    case 'set-store':
      return setStore(list, change);
    case 'delete-selected':
      return deleteSelected(list, change);
    case 'clear-checked':
      return clearChecked(list);
    case 'uncheck-all':
      return uncheckAll(list);
    case 'add-category':
      return addCategory(list, change);
    case 'edit-category':
      return editCategory(list, change);
    case 'delete-categories':
      return deleteCategories(list, change);
    case 'delete-all-categories':
      return deleteAllCategories(list, change);
    case 'move-category':
      return moveCategory(list, change);
    case 'arrange-categories':
      return arrangeCategories(list, change);
    case 'sort-categories':
      return sortCategories(list, change);
    case 'add-store':
      return addStore(list, change);
    case 'rename-store':
      return renameStore(list, change);
    case 'remove-store':
      return removeStore(list, change);
    case 'merge-categories':
      return mergeCategories(list);
    case 'rename-list':
      return renameList(list, change);
    case 'create-empty-list':
      return createEmptyList(list, change);
    case 'restore-default-list':
      return restoreDefaultList(list, change);
    case 'save-list-as':
      return saveListAs(list, change);
    case 'save-over-list':
      return saveOverList(list, change);
    case 'load-saved-list':
      return loadSavedList(list, change);
    case 'load-copy':
      return loadCopy(list, change);
    case 'rename-saved-list':
      return renameSavedList(list, change);
    case 'delete-saved-list':
      return deleteSavedList(list, change);
    case 'import-copy':
      return importCopy(list, change);
  }
}
