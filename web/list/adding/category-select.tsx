/** A native select of categories, which opens with one tap on every phone. Its last option opens the dialog for a new category. */
import { memo, useRef, type KeyboardEvent } from 'react';
import type { Category } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useCategories } from '#web/shown-list/shown-list.ts';

/** The value of the last option. */
const NEW_CATEGORY = '+new';

type CategorySelectProps = {
  readonly className: string | undefined;
  readonly label: string;
  readonly category: Category | null;
  /** The option for no category. Without it, there is always one. */
  readonly placeholder?: string;
  /** Whether keyboards reach it. */
  readonly isInTabOrder?: boolean;
  readonly onChoose: (id: string) => void;
  /** Called after a choice with a finger or the mouse, but not with keys, because each arrow key may be a choice. */
  readonly onPicked: () => void;
  readonly onAddCategory: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
};

export function CategorySelect(props: CategorySelectProps) {
  const { category, placeholder, isInTabOrder = true, onChoose, onPicked, onAddCategory, onKeyDown } = props;
  const known = useCategories();
  const isPointed = useRef(false);
  // A category that is created together with its first item is not in the list yet.
  const isNew = category !== null && !known.some(({ id }) => id === category.id);
  return (
    <select
      className={props.className}
      aria-label={props.label}
      tabIndex={isInTabOrder ? undefined : -1}
      value={category?.id ?? ''}
      onPointerDown={() => {
        isPointed.current = true;
      }}
      onKeyDown={(event) => {
        isPointed.current = false;
        onKeyDown?.(event);
      }}
      onChange={({ currentTarget: { value } }) => {
        if (value === NEW_CATEGORY) {
          onAddCategory();
          return;
        }
        onChoose(value);
        if (isPointed.current) onPicked();
      }}
    >
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      <Options known={known} created={isNew ? category : null} />
      <option value={NEW_CATEGORY}>{messages.adder.newCategory}</option>
    </select>
  );
}

type OptionsProps = {
  readonly known: readonly Category[];
  /** A category that is not in the list yet. */
  readonly created: Category | null;
};

/** Renders when the categories change, and not with each key in the add field. */
const Options = memo(function Options({ known, created }: OptionsProps) {
  return (created === null ? known : [created, ...known]).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
});
