/** The controls above the list: Select mode and its deletions, and Clear checked. */
import { controls, toast } from '#web/messages/en/list-actions.ts';
import { useShownCategoryIds, useHeading } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import styles from './list-controls.module.css';
import { SelectControls } from './select-controls.tsx';

type ListControlsProps = {
  /** Ids of the selected categories; null outside select mode. */
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (selected: ReadonlySet<string> | null) => void;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
};

/** Select mode selects categories (product L11). */
export function ListControls({ selected, onSelect, onConfirm }: ListControlsProps) {
  const { checked } = useHeading();
  const categoryIds = useShownCategoryIds();
  const doChange = useApplyChange();
  return (
    <div className={styles.controls}>
      {selected === null ? (
        <Button look="quiet" disabled={categoryIds.length === 0} onPress={() => onSelect(new Set())}>
          {controls.select}
        </Button>
      ) : (
        <SelectControls selected={selected} categoryIds={categoryIds} onSelect={onSelect} onConfirm={onConfirm} />
      )}
      <span className={styles.gap} />
      <Button
        look="quiet"
        action="clear"
        disabled={checked === 0}
        onPress={() => doChange({ type: 'clear-checked' }, toast.cleared(checked))}
      >
        {controls.clearChecked}
      </Button>
    </div>
  );
}
