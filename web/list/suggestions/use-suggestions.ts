/** The suggestions for what is typed, whether they are shown, and which one the arrow keys stand on. */
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { suggest } from '#core/suggest/suggest.ts';
import type { Suggestion } from '#core/suggest/suggest.ts';

export type SuggestionList = {
  /** Of the list box; its options are `<id>-0`, `<id>-1` and so on. */
  readonly id: string;
  /** Empty while they are not shown. */
  readonly shown: readonly Suggestion[];
  /** The place of the one the arrow keys stand on; null in the field itself. */
  readonly active: number | null;
  readonly open: () => void;
  readonly close: () => void;
  /** Moves by an arrow key; returns whether the key moved anything. */
  readonly move: (key: string) => boolean;
};

/**
 * @param names the names to choose from
 * @param text what is typed: that is on screen first, and its suggestions follow, so that no letter waits for them
 */
export function useSuggestions(names: KnownNames, text: string): SuggestionList {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const rested = useDeferredValue(text);
  // Who moves in the list chooses among the names for what is typed by now.
  const asked = isOpen ? (active === null ? rested : text) : '';
  const shown = useMemo(() => suggest(names, asked), [names, asked]);
  const show = (next: boolean): void => {
    setOpen(next);
    setActive(null);
  };
  return {
    id,
    shown,
    active,
    open: () => show(true),
    close: () => show(false),
    move(key) {
      const count = isOpen && key.startsWith('Arrow') ? suggest(names, text).length : 0;
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
