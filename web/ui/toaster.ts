/** The one toast that may be on screen: what just happened, and how to take it back. */
import { createContext } from 'react';

/** So long it stays (design: 6 seconds), longer while one looks at it. */
const VISIBLE_MS = 6000;

type Toast = {
  /** Grows by one with each toast, so that the same words twice are two toasts. */
  readonly id: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

export type Toaster = {
  /** Shows a toast in the place of the one before. */
  readonly show: (text: string, action?: Toast['action']) => void;
  readonly hide: () => void;
  /** One looks at it: it stays until one has looked away. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly current: () => Toast | null;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createToaster(): Toaster {
  let toast: Toast | null = null;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Toast | null): void => {
    clearTimeout(timer);
    toast = next;
    if (toast !== null) timer = setTimeout(() => set(null), VISIBLE_MS);
    for (const listener of listeners) listener();
  };
  return {
    show(text, action = null) {
      lastId += 1;
      set({ id: lastId, text, action });
    },
    hide: () => set(null),
    hold: () => clearTimeout(timer),
    release: () => set(toast),
    current: () => toast,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The app's toaster; one for the page and for the dialogs on it. */
export const ToasterContext = createContext<Toaster>(createToaster());
