/** The suggestions for the typed text, whether they are open, and which one is active. */
import { startTransition, useId, useMemo, useState } from 'react';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { type Suggestion, suggest } from '#core/suggest/suggest.ts';
import { nameKey } from '#core/name/name-key.ts';

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
