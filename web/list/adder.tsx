/** The bar to add things with: the name, its category, suggestions while one types. */
import { useEffect, useRef } from 'react';
import * as messages from '#web/messages/en/tools.ts';
import { useCategories } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './adder.module.css';
import { ItemField } from './item-field.tsx';
import { useAboveKeyboard } from './use-above-keyboard.ts';
import { useAdder } from './use-adder.ts';
import { useBarHeight } from './use-bar-height.ts';
import { toolIcons } from '#web/ui/tool-icons.ts';

/** The value of the select's last option, which opens a dialog instead of being chosen. */
const NEW_CATEGORY = '+new';

type AdderProps = {
  /** What the field begins with: a text that was shared into the app. */
  readonly firstText: string;
  readonly startsFocused: boolean;
  readonly onAddCategory: (onAdded: (id: string) => void) => void;
};

/** The form; Enter adds and keeps the field focused and empty for the next item. */
export function Adder({ firstText, startsFocused, onAddCategory }: AdderProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const adder = useAdder(firstText);
  const categories = useCategories();
  useBarHeight(form);
  useAboveKeyboard(form);
  useEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
  const choose = (value: string): void => {
    if (value === NEW_CATEGORY) onAddCategory(adder.choose);
    else adder.choose(value);
  };
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
        <ItemField adder={adder} inputRef={input} />
        <div className={styles['category']}>
          <SelectField label={messages.adder.category} isLabelHidden value={adder.category} onChange={choose}>
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
          <Icon path={toolIcons.plus} />
          <span className={styles['words']}>{messages.adder.add}</span>
        </button>
      </div>
      <p className={styles['hint']} role="status">
        {adder.hint}
      </p>
    </form>
  );
}
