/** The bar to add items with: name, category, button, and an overlay for suggestions and status. */
import { useEffect, useRef } from 'react';
import * as messages from '#web/messages/en/list-actions.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { AdderCategory } from './adder-category.tsx';
import { AdderStrip } from './adder-strip.tsx';
import styles from './adder.module.css';
import { ItemField } from './item-field.tsx';
import { usePreferences } from '#web/shopper/app-context.ts';
import { useAddFieldKeys } from '#web/list/keyboard/add-field.ts';
import { useAdder } from './use-adder.ts';
import { useBarPosition } from './use-bar-position.ts';
import { useCategoryChoice } from './use-category-choice.ts';

type AdderProps = {
  /** The first text of the field, for example text that was shared to the app. */
  readonly firstText: string;
  readonly startsFocused: boolean;
  readonly onAddCategory: (onAdded: (id: string, isNew: boolean) => void) => void;
};

const WIDE_WITH_KEYBOARD = '(min-width: 48em) and (hover: hover) and (pointer: fine)';

/** The form. Enter adds the item, empties the field and keeps its focus for the next item. */
export function Adder({ firstText, startsFocused, onAddCategory }: AdderProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const adder = useAdder(firstText);
  // Do not scroll: the row of an existing item may have just been scrolled into view.
  const focusField = (): void => input.current?.focus({ preventScroll: true });
  const choice = useCategoryChoice(adder, focusField);
  useBarPosition(form);
  useAddFieldKeys(usePreferences().addKeys);
  const { store } = useShopper();
  useEffect(() => {
    // On touch screens, the focus would open the keyboard.
    const isInvited = store.view.heading().total === 0 && window.matchMedia(WIDE_WITH_KEYBOARD).matches;
    if (startsFocused || isInvited) input.current?.focus();
  }, [startsFocused, store]);
  return (
    <form
      className={styles.adder}
      ref={form}
      aria-label={messages.adder.label}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        adder.submit();
        focusField();
      }}
    >
      <div className={styles.row}>
        <ItemField adder={adder} inputRef={input} onCategoryMissing={choice.openToAdd} onFocus={choice.cancel} />
        <AdderCategory
          category={adder.category}
          selectRef={choice.select}
          onChoose={choice.choose}
          onAddCategory={() => onAddCategory(choice.chooseLater())}
          onKeyDown={choice.onKeyDown}
        />
        <button className={styles.add} type="submit" disabled={!adder.canAdd} aria-label={messages.adder.add}>
          <Icon path={toolIcons.plus} />
          <span className={styles.words}>{messages.adder.add}</span>
        </button>
      </div>
      <AdderStrip adder={adder} onOpenCategories={choice.open} onDone={focusField} />
    </form>
  );
}
