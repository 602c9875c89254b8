/** The fields of the add bar: the name of a new item, and its category. */
import { useId, type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, memo, useRef } from 'react';
import { messages } from '#web/messages/messages.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './adder.module.css';
import type { AdderState } from './use-adder.ts';
import type { Category } from '#core/list/row.ts';
import { useCategories } from '#web/shown-list/shown-list.ts';

type ItemFieldProps = {
  readonly adder: AdderState;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onFocus: () => void;
  /** Shown over the end of the empty field. */
  readonly children: ReactNode;
  /** Several items were pasted or dropped. */
  readonly onSeveral: (text: string) => void;
};

/** A combobox: the field keeps the focus and references the active suggestion (WAI-ARIA combobox pattern). */
export function ItemField({ adder, inputRef, onFocus, onSeveral, children }: ItemFieldProps) {
  const id = useId();
  const { suggestions } = adder;
  const { shown, active } = suggestions;
  const insert = (event: SyntheticEvent, data: DataTransfer): void => {
    const text = data.getData('text/plain');
    // The browser inserts a single item as usual.
    if (!adder.hasSeveral(text)) return;
    event.preventDefault();
    onSeveral(text);
  };
  return (
    <div className={styles.item}>
      <label className="visually-hidden" htmlFor={id}>
        {messages.adder.item}
      </label>
      <input
        className={styles.input}
        id={id}
        ref={inputRef}
        {...mark('addField', '')}
        type="text"
        role="combobox"
        placeholder={messages.adder.item}
        dir="auto"
        enterKeyHint="done"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={suggestions.id}
        aria-activedescendant={active === null ? undefined : `${suggestions.id}-${active}`}
        value={adder.text}
        onChange={(event) => adder.type(event.currentTarget.value)}
        onFocus={() => {
          // After a press on Add, this still sees the text that was added.
          suggestions.reopen();
          onFocus();
        }}
        onPaste={(event) => insert(event, event.clipboardData)}
        onDrop={(event) => insert(event, event.dataTransfer)}
        onBlur={() => suggestions.close({ name: adder.entry.name, typed: adder.text })}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (isLiteralKey(event, adder)) addLiterally(event, adder);
          else handleKey(event, adder);
        }}
      />
      {adder.text === '' ? children : null}
    </div>
  );
}

/** Whether the key belongs to an input method editor, in which Enter completes a word. Safari ends the composition before that key. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Only this property still tells in Safari.
  // oxlint-disable-next-line typescript/no-deprecated
  nativeEvent.isComposing || nativeEvent.keyCode === PROCESSED;

/** The code of a key that an input method has handled (UI Events, section 8.3.3). */
const PROCESSED = 229;

const ACCEPT_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab']);

/** Arrow keys move through the suggestions, Enter and Tab accept the active one, Escape closes them. Without one, Enter adds the text. */
function handleKey(event: KeyboardEvent, adder: AdderState): void {
  const { suggestions } = adder;
  const active = suggestions.shown[suggestions.active ?? -1];
  if (active && ACCEPT_KEYS.has(event.key)) adder.pick(active);
  else if (event.key === 'Escape' && suggestions.shown.length > 0)
    suggestions.close({ name: adder.entry.name, typed: adder.text });
  else if (isFilledEnter(event, adder)) adder.submit();
  else if (!suggestions.move(event.key)) return;
  event.preventDefault();
}

/**
 * The key adds the item itself. The browser would dispatch five more events and lay out the page before it submits the form, and
 * submits none with a blank name, so that nothing would say why it is refused (product L10).
 */
const isFilledEnter = ({ key }: KeyboardEvent, { text }: AdderState): boolean => key === 'Enter' && text !== '';

function addLiterally(event: KeyboardEvent, adder: AdderState): void {
  adder.submitLiterally();
  event.preventDefault();
}

const isLiteralKey = ({ key, shiftKey }: KeyboardEvent, { hasText }: AdderState): boolean =>
  key === 'Enter' && shiftKey && hasText;

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
