/** The field one types an item into, with its suggestions. */
import { useId } from 'react';
import type { RefObject } from 'react';
import * as messages from '#web/messages/en/tools.ts';
import styles from './adder.module.css';
import { Suggestions } from './suggestions.tsx';
import type { AdderState } from './use-adder.ts';

type ItemFieldProps = { readonly adder: AdderState; readonly inputRef: RefObject<HTMLInputElement | null> };

/** A combobox: the focus stays in the field, which names the suggestion the arrow keys stand on. */
export function ItemField({ adder, inputRef }: ItemFieldProps) {
  const id = useId();
  const { shown, active, open, close } = adder.suggestions;
  return (
    <div className={styles['item']}>
      <label className="visually-hidden" htmlFor={id}>
        {messages.adder.item}
      </label>
      <input
        className={styles['input']}
        id={id}
        ref={inputRef}
        type="text"
        role="combobox"
        placeholder={messages.adder.item}
        dir="auto"
        enterKeyHint="done"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-suggestions`}
        aria-activedescendant={active === null ? undefined : `${id}-suggestions-${active}`}
        value={adder.text}
        onChange={(event) => adder.type(event.currentTarget.value)}
        onFocus={() => adder.text !== '' && open()}
        onBlur={close}
        onKeyDown={adder.onKeyDown}
      />
      <Suggestions
        id={`${id}-suggestions`}
        suggestions={shown}
        active={active}
        onPick={(suggestion) => {
          adder.pick(suggestion);
          inputRef.current?.focus();
        }}
      />
    </div>
  );
}
