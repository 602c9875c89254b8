/** The bar to add things with: the name, its category, suggestions while one types. */
import { useEffect, useId, useRef } from 'react';
import * as messages from '#web/messages/en/list.ts';
import { useCategories } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useHeight } from '#web/ui/use-height.ts';
import styles from './adder.module.css';
import { Suggestions } from './suggestions.tsx';
import { useAdder } from './use-adder.ts';
import { useAboveKeyboard } from './use-above-keyboard.ts';

/** The value of the select's last option, which opens a dialog instead of being chosen. */
const NEW_CATEGORY = '+new';

type AdderProps = {
  readonly firstText: string;
  readonly startsFocused: boolean;
  readonly onAddCategory: (onAdded: (id: string) => void) => void;
};

/** The form; Enter adds and keeps the field focused and empty for the next item. */
export function Adder({ firstText, startsFocused, onAddCategory }: AdderProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const adder = useAdder(firstText);
  const categories = useCategories();
  useHeight(form, '--adder-height');
  useAboveKeyboard(form);
  useEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
  return (
    <form
      className={styles['adder']}
      ref={form}
      aria-label={messages.adder.label}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        adder.submit();
        input.current?.focus();
      }}
    >
      <div className={styles['row']}>
        <div className={styles['item']}>
          <label className="visually-hidden" htmlFor={id}>
            {messages.adder.item}
          </label>
          <input
            className={styles['input']}
            id={id}
            ref={input}
            type="text"
            role="combobox"
            placeholder={messages.adder.item}
            dir="auto"
            enterKeyHint="done"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={adder.suggestions.length > 0}
            aria-controls={`${id}-suggestions`}
            aria-activedescendant={adder.active === null ? undefined : `${id}-suggestions-${adder.active}`}
            value={adder.text}
            onChange={(event) => adder.type(event.currentTarget.value)}
            onFocus={adder.open}
            onBlur={adder.close}
            onKeyDown={adder.onKeyDown}
          />
          <Suggestions
            id={`${id}-suggestions`}
            suggestions={adder.suggestions}
            active={adder.active}
            onPick={(suggestion) => {
              adder.pick(suggestion);
              input.current?.focus();
            }}
          />
        </div>
        <div className={styles['category']}>
          <SelectField
            label={messages.adder.category}
            isLabelHidden
            value={adder.category}
            onChange={(value) => {
              if (value === NEW_CATEGORY) onAddCategory(adder.choose);
              else adder.choose(value);
            }}
          >
            <option value="">{messages.adder.selectCategory}</option>
            {categories.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
            <option value={NEW_CATEGORY}>{messages.adder.newCategory}</option>
          </SelectField>
        </div>
        <button className={styles['add']} type="submit" disabled={!adder.canAdd} aria-label={messages.adder.add}>
          <Icon name="plus" />
          <span className={styles['words']}>{messages.adder.add}</span>
        </button>
      </div>
      <p className={styles['hint']} role="status">
        {adder.hint}
      </p>
    </form>
  );
}
