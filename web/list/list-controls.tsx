/** The controls above the list: select mode with its deletions, and clearing what is checked. */
import { messages } from '#web/messages/messages.ts';
import { useGroupIds, useHeading } from '#web/shopper/shopper-context.ts';
import { useAct } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/button.tsx';
import type { Question } from '#web/ui/question.ts';
import styles from './list-controls.module.css';

type ListControlsProps = {
  /** Ids of the selected categories; null outside select mode. */
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (selected: ReadonlySet<string> | null) => void;
  readonly onAsk: (question: Question) => void;
};

/** Select mode selects categories (product L11). */
export function ListControls({ selected, onSelect, onAsk }: ListControlsProps) {
  const { checked } = useHeading();
  const groupIds = useGroupIds();
  const doChange = useAct();
  const { list, toast } = messages;
  return (
    <div className={styles['controls']}>
      {selected === null ? (
        <>
          <Button look="quiet" disabled={groupIds.length === 0} onPress={() => onSelect(new Set())}>
            {list.select}
          </Button>
          <span className={styles['gap']} />
          <Button
            look="quiet"
            disabled={checked === 0}
            onPress={() => doChange({ type: 'clear-checked' }, toast.cleared(checked))}
          >
            {list.clearChecked}
          </Button>
        </>
      ) : (
        <SelectControls selected={selected} groupIds={groupIds} onSelect={onSelect} onAsk={onAsk} />
      )}
    </div>
  );
}

type SelectControlsProps = {
  readonly selected: ReadonlySet<string>;
  readonly groupIds: readonly string[];
  readonly onSelect: (selected: ReadonlySet<string> | null) => void;
  readonly onAsk: (question: Question) => void;
};

/** What select mode adds; both deletions ask with the words of spec section 5. */
function SelectControls({ selected, groupIds, onSelect, onAsk }: SelectControlsProps) {
  const doChange = useAct();
  const { list, confirm, toast } = messages;
  // A category may have gone meanwhile, in another tab or by Undo.
  const ids = groupIds.filter((id) => selected.has(id));
  const isAll = ids.length === groupIds.length;
  const remove = (gone: readonly string[]): void => {
    doChange({ type: 'delete-categories', ids: gone }, toast.categoriesDeleted(gone.length));
    onSelect(null);
  };
  const askDelete = (): void => {
    const text = confirm.deleteSome.text(ids.length);
    onAsk({ ...confirm.deleteSome, text, isDanger: true, onYes: () => remove(ids) });
  };
  return (
    <>
      <Button look="quiet" onPress={() => onSelect(null)}>
        {list.done}
      </Button>
      <Button
        look="quiet"
        disabled={groupIds.length === 0}
        onPress={() => onSelect(isAll ? new Set() : new Set(groupIds))}
      >
        {isAll ? list.deselectAll : list.selectAll}
      </Button>
      <Button look="quiet-danger" disabled={ids.length === 0} onPress={askDelete}>
        {list.deleteSelected(ids.length)}
      </Button>
      <Button
        look="quiet-danger"
        disabled={groupIds.length === 0}
        onPress={() => onAsk({ ...confirm.deleteAll, isDanger: true, onYes: () => remove(groupIds) })}
      >
        {list.deleteAll}
      </Button>
    </>
  );
}
