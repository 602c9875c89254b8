/** The question before a change of all items, which says in a shared list that it is for everyone (product S5). */
import type { Loaded } from '#core/list/row.ts';
import { useListName, useShownList } from '#web/shown-list/shown-list.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';

type Question = Pick<Confirmation, 'title' | 'text' | 'yes'> & {
  /** Before the text, in a list that has other members, or may have. */
  readonly shared: (list: string, others: readonly string[]) => string;
  /** What earlier versions tell the other members. */
  readonly loadedAs: string;
};

/**
 * Asks before a change of all items. In a shared list, the question says that it is for everyone (product S5).
 * @returns a function that asks, and then passes on what notifies the other members, if there may be any
 */
export function useAskForAll(onConfirm: (confirmation: Confirmation) => void) {
  const { store } = useShownList();
  const listName = useListName();
  const others = useOtherMembers();
  return ({ shared, loadedAs, ...question }: Question, onYes: (load: { readonly load?: Loaded }) => void): void => {
    const isAlone = others?.length === 0;
    const names = (others ?? []).map(({ name }) => name);
    onConfirm({
      ...question,
      text: isAlone ? question.text : `${shared(listName, names)} ${question.text}`,
      isDanger: true,
      onYes: () => onYes(isAlone ? {} : { load: { id: store.createId(), name: loadedAs } }),
    });
  };
}
