/** The controls above the list: Select mode and its deletions, and what happens to the checked items after a trip. */
import { addCounts } from '#core/view/item-order.ts';
import { NOTHING_SELECTED, type Selection } from '#core/view/selection.ts';
import { messages } from '#web/messages/messages.ts';
import { useCategories, useHasChecked, useShownCategoryIds, useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import styles from './list-controls.module.css';
import { StoreChoice } from './store-choice.tsx';
import { SelectControls } from './select-controls.tsx';

type ListControlsProps = {
  /** Null outside Select mode. */
  readonly selected: Selection | null;
  readonly onSelect: (selected: Selection | null) => void;
  readonly isShopping: boolean;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  /** Opens the dialog with the stores. */
  readonly onStores: () => void;
};

/**
 * Select mode selects categories and items (product L11, L16). Select and Clear checked are there only if there is something to select or
 * clear, and the choice of a store only if the list has stores, in Shop mode as well (product O2).
 */
export function ListControls({ selected, isShopping, onSelect, onConfirm, onStores }: ListControlsProps) {
  const { view } = useShownList().store;
  const hasChecked = useHasChecked();
  const categoryIds = useShownCategoryIds();
  // Delete All also removes categories out of view (product L11).
  const hasCategories = useCategories().length > 0 || categoryIds.length > 0;
  const doChange = useApplyChange();
  const countChecked = (): number => addCounts(view.heading(), view.otherStores()).checked;
  const choice = <StoreChoice onEdit={onStores} />;
  if (isShopping) return choice;
  return (
    <>
      {choice}
      <div className={styles.controls}>
        {selected !== null ? (
          <SelectControls selected={selected} categoryIds={categoryIds} onSelect={onSelect} onConfirm={onConfirm} />
        ) : hasCategories ? (
          <Button look="quiet" onPress={() => onSelect(NOTHING_SELECTED)}>
            {messages.controls.select}
          </Button>
        ) : null}
        <span className={styles.gap} />
        {hasChecked && selected === null ? (
          <Button
            look="quiet"
            onPress={() => doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(countChecked()))}
          >
            {messages.controls.uncheckAll}
          </Button>
        ) : null}
        {hasChecked ? (
          <Button
            look="quiet"
            onPress={() => doChange({ type: 'clear-checked' }, messages.listToasts.cleared(countChecked()))}
          >
            {messages.controls.clearChecked}
          </Button>
        ) : null}
      </div>
    </>
  );
}
