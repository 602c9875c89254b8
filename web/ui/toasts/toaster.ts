/** Holds the current toast: the result of the last action, with Undo. */
import { createListeners } from '#core/listeners.ts';
import { createContext } from 'react';

/** How long a toast remains (design: 6 s). It remains longer while the pointer or the focus is on it. */
const VISIBLE_MS = 6000;

/** A button of a toast. */
export type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** The text after the action has run; null if the action shows its own. */
  readonly done: string | null;
};

/** Consecutive toasts of one series become one toast, whose action undoes all of them. */
type Series = {
  readonly key: string;
  /** The text for several changes. */
  readonly text: (count: number) => string;
  readonly done: (count: number) => string;
};

type Toast = {
  /** Increases with each toast, so that two toasts with the same text differ. */
  readonly id: number;
  readonly text: string;
  readonly actions: readonly ToastAction[];
};

type Entry = Toast & { readonly seriesKey: string | null; readonly count: number };

export type Toaster = {
  /** Shows a toast, which replaces the current one. */
  readonly show: (text: string, actions?: ToastAction | readonly ToastAction[], series?: Series) => void;
  readonly hide: () => void;
  /** Keeps the toast while the pointer or the focus is on it. */
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
    show(text, actions = [], series) {
      lastId += 1;
      const entry = { id: lastId, text, actions: [actions].flat(), seriesKey: series?.key ?? null, count: 1 };
      set(series === undefined || toast?.seriesKey !== series.key ? entry : joinToasts(toast, entry, series));
    },
    hide: () => set(null),
    hold: () => clearTimeout(timer),
    release: () => set(toast),
    current: () => toast,
    subscribe: listeners.add,
  };
}

/** Joins two toasts of a series. Its action undoes the latest change first. */
function joinToasts(earlier: Entry, latest: Entry, series: Series): Entry {
  const count = earlier.count + 1;
  const actions = latest.actions.map((action, at) => ({
    ...action,
    run() {
      action.run();
      earlier.actions[at]?.run();
    },
    done: series.done(count),
  }));
  return { ...latest, text: series.text(count), actions, count };
}

/** The app's toaster, shared by the page and its dialogs. */
export const ToasterContext = createContext<Toaster>(createToaster());
