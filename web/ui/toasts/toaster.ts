/** The one toast that may be on screen: what just happened, and how to take it back. */
import { createListeners } from '#core/listeners.ts';
import { createContext } from 'react';

/** So long it stays (design: 6 seconds), longer while the pointer or the focus is on it. */
const VISIBLE_MS = 6000;

type Action = {
  readonly label: string;
  readonly run: () => void;
  /** What the toast says once the action has run. */
  readonly done: string;
};

/** Toasts of one series that follow each other while one is visible become one, whose action takes all of them back. */
type Series = {
  readonly key: string;
  /** The words for several, instead of those of the latest one. */
  readonly text: (count: number) => string;
  readonly done: (count: number) => string;
};

type Toast = {
  /** Grows by one with each toast, so that the same words twice are two toasts. */
  readonly id: number;
  readonly text: string;
  readonly action: Action | null;
};

type Entry = Toast & { readonly seriesKey: string | null; readonly count: number };

export type Toaster = {
  /** Shows a toast in the place of the one before. */
  readonly show: (text: string, action?: Action, series?: Series) => void;
  readonly hide: () => void;
  /** The pointer or the focus is on it: it stays until both have left. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly current: () => Toast | null;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createToaster(): Toaster {
  let toast: Entry | null = null;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = createListeners();
  const set = (next: Entry | null): void => {
    clearTimeout(timer);
    toast = next;
    if (toast !== null) timer = setTimeout(() => set(null), VISIBLE_MS);
    listeners.notify();
  };
  return {
    show(text, action, series) {
      lastId += 1;
      const entry = { id: lastId, text, action: action ?? null, seriesKey: series?.key ?? null, count: 1 };
      set(series === undefined || toast?.seriesKey !== series.key ? entry : joinToasts(toast, entry, series));
    },
    hide: () => set(null),
    hold: () => clearTimeout(timer),
    release: () => set(toast),
    current: () => toast,
    subscribe: listeners.add,
  };
}

/** One toast for all, whose action takes back the latest first. */
function joinToasts(earlier: Entry, latest: Entry, series: Series): Entry {
  const count = earlier.count + 1;
  const action = latest.action && {
    ...latest.action,
    run() {
      latest.action?.run();
      earlier.action?.run();
    },
    done: series.done(count),
  };
  return { ...latest, text: series.text(count), action, count };
}

/** The app's toaster; one for the page and for the dialogs on it. */
export const ToasterContext = createContext<Toaster>(createToaster());
