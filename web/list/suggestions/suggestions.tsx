/** Up to six suggested names for the typed text, each with its category and whether it is on the list. */
import type { Row, Item, Category } from '#core/list/row.ts';
import { type Suggestion, suggest } from '#core/suggest/suggest.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import styles from './suggestions.module.css';
import { startTransition, useId, useMemo, useState } from 'react';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { nameKey } from '#core/name/name-key.ts';

type SuggestionsProps = {
  readonly suggestions: SuggestionList;
  /** The category that a suggestion would be added to. */
  readonly categoryOf: (suggestion: Suggestion) => Category | null;
  readonly onPick: (suggestion: Suggestion) => void;
};

/** The list box. The field keeps the focus and references the active option (WAI-ARIA combobox pattern). */
export function Suggestions({ suggestions: { id, shown, active }, categoryOf, onPick }: SuggestionsProps) {
  const { store } = useShownList();
  return (
    <div
      className={styles.list}
      id={id}
      role="listbox"
      aria-label={messages.adder.suggestions}
      hidden={shown.length === 0}
    >
      {shown.map((suggestion, at) => (
        <div
          className={styles.option}
          key={`${suggestion.category}/${suggestion.name}`}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          ref={at === active ? showOption : null}
          // Otherwise the field loses the focus and the keyboard closes before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onPick(suggestion);
          }}
        >
          <span className={styles.name} dir="auto">
            <MarkedName suggestion={suggestion} />
          </span>
          <Presence item={store.list.itemNamed(categoryOf(suggestion)?.id ?? '', suggestion.name)} />
          <span className={styles.category}>{categoryOf(suggestion)?.name}</span>
        </div>
      ))}
    </div>
  );
}

/** The list scrolls where there is no room for all of them. */
const showOption = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

/** Shows that the name is already on the list. */
const Presence = ({ item }: { readonly item: Row<Item> | undefined }) =>
  item === undefined ? null : (
    <span className={styles.presence} data-ticked={item.checked}>
      {item.checked ? messages.adder.checked : messages.adder.onList}
    </span>
  );

/** The name with the typed part in bold. */
function MarkedName({ suggestion: { name, match } }: { readonly suggestion: Suggestion }) {
  if (match === null) return name;
  const [start, end] = match;
  return (
    <>
      {name.slice(0, start)}
      <b>{name.slice(start, end)}</b>
      {name.slice(end)}
    </>
  );
}

export type SuggestionList = {
  /** The id of the list box; its options are `<id>-0`, `<id>-1` and so on. */
  readonly id: string;
  /** Empty while they are closed. */
  readonly shown: readonly Suggestion[];
  /** The index of the active suggestion; null for the field. */
  readonly active: number | null;
  /** Shows the suggestions for this text in a later render, so that typing never waits for them. */
  readonly open: (text: SuggestionQuery) => void;
  /** Shows the suggestions again for the text that was searched last. */
  readonly reopen: () => void;
  /** Hides the suggestions. The field now has this text. */
  readonly close: (text: SuggestionQuery) => void;
  /** Moves with an arrow key; returns whether the key moved. */
  readonly move: (key: string) => boolean;
};

const NO_TEXT: SuggestionQuery = { name: '', typed: '' };

/**
 * @param names the names to search
 * @param text the text in the field
 */
export function useSuggestions(names: KnownNames, text: SuggestionQuery): SuggestionList {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  // A state and not a deferred value, because that would render the add bar a second time when an item was added.
  const [searched, setSearched] = useState(text);
  // Arrow keys move through the suggestions for the current text.
  const { name, typed } = isOpen ? (active === null ? searched : text) : NO_TEXT;
  // The index remains the same object when the common names are added, so the memo depends on its size as well.
  const size = names.size();
  const shown = useMemo(() => (size === 0 ? [] : suggestForText(names, { name, typed })), [names, size, name, typed]);
  const show = (next: boolean): void => {
    setOpen(next);
    setActive(null);
  };
  return {
    id,
    shown,
    active,
    open(opened) {
      show(true);
      startTransition(() => setSearched(opened));
    },
    reopen: () => show(true),
    close(left) {
      show(false);
      setSearched(left);
    },
    move(key) {
      const count = isOpen && key.startsWith('Arrow') ? suggestForText(names, text).length : 0;
      const next = moveActive(key, active, count);
      if (next !== undefined) setActive(next);
      return next !== undefined;
    },
  };
}

/**
 * Moves through the suggestions with the arrow keys.
 * @param active index of the active suggestion; null for the field
 * @returns the next index; undefined if the key does not move
 */
export function moveActive(key: string, active: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active === null ? 0 : active + 1 < count ? active + 1 : null;
  if (key === 'ArrowUp') return active === null ? count - 1 : active > 0 ? active - 1 : null;
  return undefined;
}

export type SuggestionQuery = {
  /** The name that was read from the text. */
  readonly name: string;
  /** The whole text. */
  readonly typed: string;
};

/** The most suggestions. */
const LIMIT = 6;

/** Whether the name begins with the typed text, as 7 Up does with `7 u`. */
export function beginsName(typed: string, name: string): boolean {
  const key = nameKey(typed);
  return key !== '' && nameKey(name).startsWith(key);
}

/** Suggests known names for the name in the text. Names that begin with the whole text and its number come first. */
export function suggestForText(names: KnownNames, { name, typed }: SuggestionQuery): readonly Suggestion[] {
  const forName = suggest(names, name, LIMIT);
  if (name === typed || !/^\p{N}/u.test(typed)) return forName;
  const whole = suggest(names, typed, LIMIT).filter((suggestion) => beginsName(typed, suggestion.name));
  const isNew = (suggestion: Suggestion): boolean =>
    !whole.some((other) => other.name === suggestion.name && other.category === suggestion.category);
  return [...whole, ...forName.filter(isNew)].slice(0, LIMIT);
}
