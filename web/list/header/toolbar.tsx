/** The seven actions on the whole list, in one row of icons: lists, categories, history. */
import { memo } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useHistory, useShownList } from '#web/shown-list/shown-list.ts';
import { useUndo, useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import styles from './toolbar.module.css';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { toListCatalogue } from '#core/catalogue/list-ids.ts';
import { focusAddField } from '#web/list/keyboard/add-field.ts';
import { useAskForAll } from './use-ask-for-all.ts';

type ToolbarProps = {
  readonly onSave: () => void;
  readonly onLoad: () => void;
  readonly onAddCategory: () => void;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
};

/**
 * Restore is far from Undo, to prevent accidental presses. Actions that replace the list ask first.
 */
export function Toolbar({ onSave, onLoad, onAddCategory, onConfirm }: ToolbarProps) {
  const { createEmpty, restore } = useReplaceList(onConfirm);
  return (
    <div className={styles.toolbar} role="group" aria-label={messages.toolbar.label}>
      <div className={`${styles.group} ${styles.quiet}`}>
        <IconButton icon={toolIcons.restore} {...messages.toolbar.restore} onPress={restore} />
        <IconButton icon={toolIcons.newList} {...messages.toolbar.createEmpty} onPress={createEmpty} />
        <IconButton icon={toolIcons.save} {...messages.toolbar.save} onPress={onSave} />
        <IconButton icon={toolIcons.load} {...messages.toolbar.load} onPress={onLoad} />
      </div>
      <div className={`${styles.group} ${styles.quiet}`}>
        <IconButton icon={toolIcons.category} {...messages.toolbar.addCategory} onPress={onAddCategory} />
      </div>
      <div className={`${styles.group} ${styles.history}`}>
        <HistoryButtons undoTexts={messages.toolbar.undo} redoTexts={messages.toolbar.redo} />
      </div>
    </div>
  );
}

type HistoryTexts = { readonly name: string; readonly keys: string; readonly short?: string };

type HistoryButtonsProps = {
  readonly undoTexts: HistoryTexts;
  readonly redoTexts: HistoryTexts;
};

/** Undo and Redo. They are disabled at the ends (spec section 4). */
function HistoryButtons({ undoTexts, redoTexts }: HistoryButtonsProps) {
  const { undo, redo } = useUndo();
  const { canUndo, canRedo } = useHistory();
  return (
    <>
      <IconButton icon={toolIcons.undo} {...undoTexts} disabled={!canUndo} onPress={undo} />
      <IconButton icon={toolIcons.redo} {...redoTexts} disabled={!canRedo} onPress={redo} />
    </>
  );
}

/**
 * Undo and Redo in the add bar of a phone, within reach of the thumb. On a wide screen, the toolbar has them. Typing in
 * the field renders neither.
 */
export const HistoryInBar = memo(function HistoryInBar() {
  const { undo, redo } = messages.toolbar;
  return (
    <div className={styles.inBar}>
      <HistoryButtons
        undoTexts={{ name: undo.name, keys: undo.keys }}
        redoTexts={{ name: redo.name, keys: redo.keys }}
      />
    </div>
  );
});

type ReplaceList = {
  readonly createEmpty: () => void;
  readonly restore: () => void;
};

/** @param onConfirm opens a dialog that asks for confirmation */
function useReplaceList(onConfirm: (confirmation: Confirmation) => void): ReplaceList {
  const { ref } = useShownList();
  const doChange = useApplyChange();
  const ask = useAskForAll(onConfirm);
  const { createEmpty, restore } = messages.replaceList;
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
