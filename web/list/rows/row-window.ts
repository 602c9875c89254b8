/** Which rows of the list are rendered: those near the screen, as one observer reports, and all of them on paper. */
import { createContext, useContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The distance from the screen within which rows are rendered: about two phone screens. */
const MARGIN = '1600px 0px';

export type NearScreen = {
  /** Calls back when the element is near the screen or no longer near it. @returns a function that stops it */
  readonly watch: (element: Element, onChange: (isNear: boolean) => void) => () => void;
};

/** Creates the observer for the first watched element, because the browser checks every observer in every frame. */
export function createNearScreen(): NearScreen {
  const listeners = new Map<Element, (isNear: boolean) => void>();
  // After a long task there may be several entries for one element; the last one is current.
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
  /** `starting`: the rows on the screen. `whole`: all rows. `windowed`: the rows near the screen, in a long list. */
  readonly mode: 'starting' | 'whole' | 'windowed';
  /** Every row is rendered for printing. */
  readonly isPrinting: boolean;
  readonly nearScreen: NearScreen;
};

export const RowWindowContext = createContext<RowWindow | null>(null);

/** The row window of the surrounding list; throws outside of a list. */
export function useRowWindow(): RowWindow {
  const rowWindow = useContext(RowWindowContext);
  if (rowWindow === null) throw new Error('No list');
  return rowWindow;
}

/** Some browsers only send the events, some only match the media query. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    // The browser captures the page right after the event, so everything must be rendered synchronously.
    const show = (isPaper: boolean): void => flushSync(() => setPrinting(isPaper));
    window.addEventListener('beforeprint', () => show(true), controller);
    window.addEventListener('afterprint', () => show(false), controller);
    window.matchMedia('print').addEventListener('change', ({ matches }) => show(matches), controller);
    return () => controller.abort();
  }, []);
  return isPrinting;
}
