/** Create New Empty List and Restore Default List, which ask first (spec section 5). In a shared list, the question says so (product S5). */
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { toListCatalogue } from '#core/catalogue/list-ids.ts';
import type { Loaded } from '#core/list/row.ts';
import { focusAddField } from '#web/list/keyboard/add-field.ts';
import { messages } from '#web/messages/messages.ts';
import { useListName, useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';

type ReplaceList = {
  readonly createEmpty: () => void;
  readonly restore: () => void;
};

/** @param onConfirm opens a dialog that asks for confirmation */
export function useReplaceList(onConfirm: (confirmation: Confirmation) => void): ReplaceList {
  const { ref, store } = useShownList();
  const listName = useListName();
  const others = useOtherMembers();
  const doChange = useApplyChange();
  const { createEmpty, restore, shared } = messages.replaceList;
  const ask = (
    question: typeof createEmpty | typeof restore,
    onYes: (load: { readonly load?: Loaded }) => void,
  ): void => {
    const isAlone = others?.length === 0;
    const names = (others ?? []).map(({ name }) => name);
    onConfirm({
      ...question,
      text: isAlone ? question.text : `${shared(listName, names)} ${question.text}`,
      isDanger: true,
      onYes: () => onYes(isAlone ? {} : { load: { id: store.createId(), name: question.loadedAs } }),
    });
  };
  return {
    createEmpty: () =>
      ask(createEmpty, (load) => {
        doChange({ type: 'create-empty-list', ...load }, messages.listToasts.started);
        focusAddField();
      }),
    restore: () =>
      ask(restore, (load) => {
        const catalogue = toListCatalogue(CATALOGUE, ref);
        doChange({ type: 'restore-default-list', catalogue, ...load }, messages.listToasts.restored);
      }),
  };
}
