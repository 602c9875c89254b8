/** The dialogs that name the list, a new category, or an existing one, which can also be recolored or deleted. */
import { messages } from '#web/messages/messages.ts';
import { useListName, useCategoryColor, useShownCategory, useShownList } from '#web/shown-list/shown-list.ts';
import { useFormChange, useOfferUndo } from '#web/shown-list/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { useId, useState, type CSSProperties } from 'react';
import { countUnseenItems } from '#core/view/unseen-items.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import styles from './color-field.module.css';

export function RenameListDialog({ onClose }: { readonly onClose: () => void }) {
  const applyChange = useFormChange();
  const listName = useListName();
  return (
    <NameDialog
      title={messages.renameList.title}
      label={messages.renameList.name}
      firstName={listName}
      save={messages.renameList.save}
      onSave={(name, isChanged) => (isChanged ? applyChange({ type: 'rename-list', name }) : null)}
      onClose={onClose}
    />
  );
}

type AddCategoryDialogProps = {
  readonly onClose: () => void;
  /** Receives the id of the new category, or of the existing one with that name. */
  readonly onAdded: (id: string) => void;
};

export function AddCategoryDialog({ onClose, onAdded }: AddCategoryDialogProps) {
  const { store, collapse } = useShownList();
  const add = (name: string): string | null => {
    const result = store.applyChange({ type: 'add-category', id: store.createId(), name });
    if (!result.ok) {
      if (result.failure.type === 'category-exists') onAdded(result.failure.id);
      return messages.changeFailures[result.failure.type];
    }
    const added = result.value.diff.find(({ table }) => table === 'categories')?.id;
    if (added !== undefined) {
      collapse.expand(added);
      onAdded(added);
    }
    return null;
  };
  return (
    <NameDialog
      title={messages.addCategory.title}
      label={messages.addCategory.name}
      firstName=""
      save={messages.addCategory.add}
      onSave={add}
      onClose={onClose}
    />
  );
}

type EditCategoryDialogProps = {
  readonly categoryId: string;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  readonly onClose: () => void;
};

/** Asks for confirmation before it deletes (spec section 5). */
export function EditCategoryDialog({ categoryId, onConfirm, onClose }: EditCategoryDialogProps) {
  const { store } = useShownList();
  const applyChange = useFormChange();
  const offerUndo = useOfferUndo();
  const category = useShownCategory(categoryId);
  const [firstColor] = useState(store.list.categories.get(categoryId)?.color ?? '');
  const [color, setColor] = useState(firstColor);
  const remove = (): void => {
    const result = store.applyChange({ type: 'delete-categories', ids: [categoryId] });
    if (result.ok) offerUndo(result.value);
  };
  const { deleteSome } = messages.deleteCategories;
  const describeDeletion = (): string => {
    const unseen = countUnseenItems(store, [categoryId]);
    return `${deleteSome.text(1)}${unseen === 0 ? '' : deleteSome.forOtherStores(unseen)}`;
  };
  return (
    <NameDialog
      title={messages.editCategory.title}
      label={messages.editCategory.name}
      firstName={category?.name || messages.list.unnamedCategory}
      save={messages.editCategory.save}
      onSave={(name, isRenamed) =>
        applyChange({
          type: 'edit-category',
          id: categoryId,
          // A category without a name gets the one that is shown.
          ...((isRenamed || !category?.name) && { name }),
          ...(color !== firstColor && { color }),
        })
      }
      onClose={onClose}
      remove={{
        label: messages.editCategory.remove,
        onPress: () => onConfirm({ ...deleteSome, text: describeDeletion(), isDanger: true, onYes: remove }),
      }}
      renderFields={(name) => <ColorField categoryId={categoryId} name={name} color={color} onChange={setColor} />}
    />
  );
}

type ColorFieldProps = {
  readonly categoryId: string;
  /** The category's name, from which the automatic color is derived. */
  readonly name: string;
  /** A CSS hex color; empty for the automatic one. */
  readonly color: string;
  readonly onChange: (color: string) => void;
};

function ColorField({ categoryId, name, color, onChange }: ColorFieldProps) {
  const group = useId();
  const automatic = useCategoryColor({ id: categoryId, name, color: '' });
  const choices = [['automatic', ''] as const, ...CATEGORY_COLORS];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{messages.editCategory.color}</legend>
      <div className={styles.choices}>
        {choices.map(([key, value]) => {
          const swatch: CSSProperties & Record<'--swatch', string> = {
            '--swatch': value || automatic,
          };
          return (
            <label className={styles.choice} key={key}>
              <input
                className={styles.input}
                style={swatch}
                type="radio"
                name={group}
                checked={value === color}
                onChange={() => onChange(value)}
              />
              {messages.categoryColors[key]}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The colors of the six default categories (spec section 3), and six more that reach a contrast of 3:1 in both themes. */
export const CATEGORY_COLORS: readonly (readonly [keyof typeof messages.categoryColors, string])[] = [
  ['green', '#10b981'],
  ['blue', '#3b82f6'],
  ['red', '#ef4444'],
  ['yellow', '#f59e0b'],
  ['turquoise', '#06b6d4'],
  ['gray', '#6b7280'],
  ['orange', '#ea580c'],
  ['olive', '#4d7c0f'],
  ['teal', '#0d9488'],
  ['purple', '#8b5cf6'],
  ['pink', '#ec4899'],
  ['brown', '#a16207'],
];
