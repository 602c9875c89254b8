/** Choosing a category for the item in the add bar. */
import { useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { AdderState } from './use-adder.ts';

type CategoryChoice = {
  readonly select: RefObject<HTMLSelectElement | null>;
  /** Opens the native picker. */
  readonly open: () => void;
  /** Opens the native picker, so that the choice then adds the item at once. */
  readonly ask: () => void;
  readonly giveUp: () => void;
  readonly choose: (id: string) => void;
  /** For a category from a dialog: a new one adds the item if that was asked for, one that already exists is only chosen. */
  readonly chooseLater: () => (id: string, isNew: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** @param focusField moves the focus back to the text field */
export function useCategoryChoice(adder: AdderState, focusField: () => void): CategoryChoice {
  const select = useRef<HTMLSelectElement>(null);
  // Nothing on screen depends on it.
  const isAsked = useRef(false);
  const giveUp = (): void => {
    isAsked.current = false;
  };
  const decide = (id: string, adds: boolean): void => {
    giveUp();
    if (!adds || id === '') {
      adder.choose(id);
      return;
    }
    adder.addTo(id);
    // A dialog that is about to close gives the focus back first.
    if (document.querySelector('dialog[open]') === null) focusField();
    else requestAnimationFrame(focusField);
  };
  return {
    select,
    open: () => openPicker(select.current),
    ask: () => {
      openPicker(select.current);
      isAsked.current = true;
    },
    giveUp,
    choose: (id) => decide(id, isAsked.current),
    chooseLater: () => {
      const adds = isAsked.current;
      return (id, isNew) => decide(id, adds && isNew);
    },
    onKeyDown: (event) => {
      // An open picker keeps its keys to itself. In a closed select the arrows already choose, so that Enter has to add.
      if (event.key === 'Escape') focusField();
      else if (event.key === 'Enter' && adder.canAdd) {
        event.preventDefault();
        adder.submit();
        focusField();
      } else if (event.key !== 'Enter') giveUp();
    },
  };
}

function openPicker(select: HTMLSelectElement | null): void {
  select?.focus();
  try {
    select?.showPicker();
  } catch {
    // Not every browser has it, or allows it at this moment. The select has the focus at least.
  }
}
