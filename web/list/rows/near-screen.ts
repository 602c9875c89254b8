/** Tells blocks of rows when they come near the screen and when they leave it: one observer for a whole list. */
import { createContext, useContext } from 'react';

/** How far beyond the screen rows are rendered: about two phone screens. */
const MARGIN = '1600px 0px';

export type NearScreen = {
  /** Calls back when the element comes near the screen or leaves it, until the result is called. */
  readonly watch: (element: Element, onChange: (isNear: boolean) => void) => () => void;
};

/** The observer is created with the first watched element: the browser asks every observer in every frame. */
export function createNearScreen(): NearScreen {
  const listeners = new Map<Element, (isNear: boolean) => void>();
  // After a long task there are several entries for one element; the last one holds.
  const report: IntersectionObserverCallback = (entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  };
  let observer: IntersectionObserver | null = null;
  return {
    watch(element, onChange) {
      observer ??= new IntersectionObserver(report, { rootMargin: MARGIN });
      listeners.set(element, onChange);
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        listeners.delete(element);
      };
    },
  };
}

/** Which rows of the list are rendered. */
export type RowWindow = {
  /** At the start those on the screen; then all of them, or in a long list those near the screen. */
  readonly mode: 'starting' | 'whole' | 'windowed';
  /** On paper every row is rendered. */
  readonly isPrinting: boolean;
  readonly nearScreen: NearScreen;
};

export const RowWindowContext = createContext<RowWindow | null>(null);

/** The window of the list around this component; a block outside a list is a bug. */
export function useRowWindow(): RowWindow {
  const rowWindow = useContext(RowWindowContext);
  if (rowWindow === null) throw new Error('No list');
  return rowWindow;
}
