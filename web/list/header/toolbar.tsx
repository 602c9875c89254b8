/** The seven actions on the whole list, in one row of icons: lists, categories, history. */
import { toListCatalogue } from '#core/catalogue/list-ids.ts';
import { confirm, toast, toolbar } from '#web/messages/en/list-actions.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { useHistory, useShopper } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { useUndo } from '#web/shopper/use-undo.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import { focusAddField } from '#web/list/keyboard/add-field.ts';
import styles from './toolbar.module.css';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

type ToolbarProps = {
  readonly onSave: () => void;
  readonly onLoad: () => void;
  readonly onAddCategory: () => void;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
};

/**
 * Restore is far from Undo, to prevent accidental presses. Undo and Redo are disabled at the ends (spec section 4).
 * Actions that replace the list ask first.
 */
export function Toolbar({ onSave, onLoad, onAddCategory, onConfirm }: ToolbarProps) {
  const { ref } = useShopper();
  const { undo, redo } = useUndo();
  const { canUndo, canRedo } = useHistory();
  const doChange = useApplyChange();
  const confirmCreateEmpty = (): void =>
    onConfirm({
      ...confirm.createEmpty,
      isDanger: false,
      onYes: () => {
        doChange({ type: 'create-empty-list' }, toast.started);
        focusAddField();
      },
    });
  const restore = (): void => {
    const catalogue = toListCatalogue(CATALOGUE, ref);
    doChange({ type: 'restore-default-list', catalogue }, toast.restored);
  };
  const confirmRestore = (): void => onConfirm({ ...confirm.restore, isDanger: false, onYes: restore });
  return (
    <div className={styles.toolbar} role="group" aria-label={toolbar.label}>
      <div className={styles.group}>
        <IconButton icon={toolIcons.restore} {...toolbar.restore} onPress={confirmRestore} />
        <IconButton icon={toolIcons.newList} {...toolbar.createEmpty} onPress={confirmCreateEmpty} />
        <IconButton icon={toolIcons.save} {...toolbar.save} onPress={onSave} />
        <IconButton icon={toolIcons.load} {...toolbar.load} onPress={onLoad} />
      </div>
      <div className={styles.group}>
        <IconButton icon={toolIcons.category} {...toolbar.addCategory} onPress={onAddCategory} />
      </div>
      <div className={styles.group}>
        <IconButton icon={toolIcons.undo} {...toolbar.undo} action="undo" disabled={!canUndo} onPress={undo} />
        <IconButton icon={toolIcons.redo} {...toolbar.redo} action="redo" disabled={!canRedo} onPress={redo} />
      </div>
    </div>
  );
}
