/** The controls of Select mode: select the categories in view, delete some of them, or delete all categories of the list. */
import type { Change } from '#core/change/change.ts';
import { confirm, select } from '#web/messages/en/select.ts';
import { useCategories } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import styles from './list-controls.module.css';

type SelectControlsProps = {
  readonly selected: ReadonlySet<string>;
  readonly categoryIds: readonly string[];
  readonly onSelect: (selected: ReadonlySet<string> | null) => void;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
};

/** Both deletions ask with the words of spec section 5. On a phone they are at opposite ends of a bar at the bottom. */
export function SelectControls({ selected, categoryIds, onSelect, onConfirm }: SelectControlsProps) {
  const doChange = useApplyChange();
  const known = useCategories();
  // Another tab or Undo may have removed a category.
  const ids = categoryIds.filter((id) => selected.has(id));
  const isAll = ids.length === categoryIds.length;
  const remove = (change: Change, count: number): void => {
    doChange(change, select.categoriesDeleted(count));
    onSelect(null);
  };
  const confirmDelete = (): void => {
    const text = confirm.deleteSome.text(ids.length);
    const onYes = (): void => remove({ type: 'delete-categories', ids }, ids.length);
    onConfirm({ ...confirm.deleteSome, text, isDanger: true, onYes });
  };
  const removeAll = (): void => remove({ type: 'delete-all-categories' }, known.length);
  const confirmDeleteAll = (): void => onConfirm({ ...confirm.deleteAll, isDanger: true, onYes: removeAll });
  return (
    <>
      <Button look="quiet" onPress={() => onSelect(null)}>
        {select.done}
      </Button>
      <Button
        look="quiet"
        disabled={categoryIds.length === 0}
        onPress={() => onSelect(isAll ? new Set() : new Set(categoryIds))}
      >
        {isAll ? select.deselectAll : select.selectAll}
      </Button>
      <div className={styles.deletions} data-deletions="">
        <Button look="quietDanger" disabled={categoryIds.length === 0} onPress={confirmDeleteAll}>
          {select.deleteAll}
        </Button>
        <Button look="danger" disabled={ids.length === 0} onPress={confirmDelete}>
          {select.deleteSelected(ids.length)}
        </Button>
      </div>
    </>
  );
}
