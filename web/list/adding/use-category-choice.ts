/** Chooses a category for the item in the add bar. */
import { useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { AdderState } from './use-adder.ts';

type CategoryChoice = {
  readonly select: RefObject<HTMLSelectElement | null>;
  /** Opens the native picker. */
  readonly open: () => void;
  /** Opens the native picker; the choice then adds the item. */
  readonly openToAdd: () => void;
  readonly cancel: () => void;
  readonly choose: (id: string) => void;
  /** For a category from the dialog: a new one adds the item if `openToAdd` opened the picker; an existing one is only chosen. */
  readonly chooseLater: () => (id: string, isNew: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** @param focusField moves the focus back to the text field */
export function useCategoryChoice(adder: AdderState, focusField: () => void): CategoryChoice {
  const select = useRef<HTMLSelectElement>(null);
  const addsOnChoice = useRef(false);
  const cancel = (): void => {
    addsOnChoice.current = false;
  };
  const apply = (id: string, adds: boolean): void => {
    cancel();
    if (!adds || id === '') {
      adder.choose(id);
      return;
    }
    adder.addTo(id);
    // A closing dialog returns the focus first.
    if (document.querySelector('dialog[open]') === null) focusField();
    else requestAnimationFrame(focusField);
  };
  return {
    select,
    open: () => openPicker(select.current),
    openToAdd: () => {
      openPicker(select.current);
      addsOnChoice.current = true;
    },
    cancel,
    choose: (id) => apply(id, addsOnChoice.current),
    chooseLater: () => {
      const adds = addsOnChoice.current;
      return (id, isNew) => apply(id, adds && isNew);
    },
    onKeyDown: (event) => {
      // An open picker handles its keys. In a closed select the arrow keys already choose, so Enter has to add.
      if (event.key === 'Escape') focusField();
      else if (event.key === 'Enter' && adder.canAdd) {
        event.preventDefault();
        adder.submit();
        focusField();
      } else if (event.key !== 'Enter') cancel();
    },
  };
}

function openPicker(select: HTMLSelectElement | null): void {
  select?.focus();
  try {
    select?.showPicker();
  } catch {
    // Not every browser supports it or allows it at this moment. The select has the focus anyway.
  }
}
