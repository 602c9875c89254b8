/** Loads a saved list into the open list, or adds it to what is there (product S2, S5, S6, O8). */
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { SavedCopy } from '#core/change/change-saved-lists.ts';
import type { NamedCatalogue } from '#core/change/change.ts';
import { liveRows } from '#core/list/list.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useAddCopy, type AmountChoices, type AmountConflict } from '#web/shown-list/use-add-copy.tsx';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';

/** A saved list of the open list, or of another list of the account. */
export type SavedSource = { readonly saved: SavedCopy; readonly isOwn: boolean };

type LoadSaved = {
  /** Replaces the open list. */
  readonly load: (source: SavedSource) => void;
  /** @param choices between amounts that do not add up */
  readonly add: (source: SavedSource, choices?: AmountChoices) => void;
  readonly findConflicts: (source: SavedSource, choices?: AmountChoices) => readonly AmountConflict[];
};

/** @param onDone called after the open list has changed */
export function useLoadSaved(onDone: () => void): LoadSaved {
  const { store, ref } = useShownList();
  const others = useOtherMembers();
  const doChange = useApplyChange();
  const { add, findConflicts } = useAddCopy();
  /** With ids of the open list. */
  const toOwn = ({ saved, isOwn }: SavedSource): NamedCatalogue => {
    const { name: listName, items, categories, stores } = saved;
    const copy = { listName, items, categories, stores, savedLists: [] };
    return isOwn ? copy : adoptCategories(toListCopy(copy, ref, store.list), store.list);
  };
  const uncheckAll = (): void => {
    const count = liveRows(store.list.items).filter(({ checked }) => checked).length;
    doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(count));
  };
  return {
    load(source) {
      const { saved, isOwn } = source;
      const loadId = others === null || others.length > 0 ? { loadId: store.createId() } : {};
      const change = isOwn
        ? ({ type: 'load-saved-list', id: saved.id, ...loadId } as const)
        : ({ type: 'load-copy', copy: toOwn(source), ...loadId } as const);
      const hasTicks = saved.items.some(({ checked }) => checked);
      const offer = hasTicks ? { label: messages.controls.uncheckAll, run: uncheckAll, done: null } : undefined;
      if (doChange(change, messages.listToasts.replaced(saved.name), offer).ok) onDone();
    },
    add(source, choices) {
      if (add(toOwn(source), choices).ok) onDone();
    },
    findConflicts: (source, choices) => findConflicts(toOwn(source), choices),
  };
}
