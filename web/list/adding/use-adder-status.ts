/** The status of the add bar: the result of the last action, until the next action or for a few seconds. */
import { useEffect, useState } from 'react';
import type { Category } from '#core/list/row.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { marked } from '#web/ui/marks.ts';

const VISIBLE_MS = 4000;
const VISIBLE_WITH_ACTION_MS = 10_000;

export type AdderStatus = {
  readonly text: string;
  /** One thing to do about it, behind the text. */
  readonly action: StatusAction | null;
  /** The item that was added, if it was. */
  readonly added?: AddedItem;
  /** Whether it explains why the text in the field was refused. Then it remains until the text changes. */
  readonly isRefusal?: boolean;
};

export type StatusAction = {
  readonly label: string;
  /** Its name for screen readers, if the label is too short. */
  readonly name?: string;
  readonly run: () => void;
};

export type AddedItem = {
  readonly name: string;
  readonly category: Category;
  /** Moves it to the category with this id. */
  readonly move: (categoryId: string) => void;
};

/**
 * The status and its setter. The status is cleared after a few seconds, when the shopper changes the list, and when a
 * dialog opens.
 */
export function useAdderStatus(): readonly [AdderStatus | null, (status: AdderStatus | null) => void] {
  const { store } = useShownList();
  const [status, setStatus] = useState<AdderStatus | null>(null);
  useEffect(() => {
    if (status === null) return undefined;
    const clear = (): void => setStatus(null);
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('dialog') !== null) clear();
    };
    const time = status.action === null && status.added === undefined ? VISIBLE_MS : VISIBLE_WITH_ACTION_MS;
    // Not while one of its controls has the focus, because that would close an open picker.
    const timer = status.isRefusal === true ? undefined : setInterval(() => isStripFocused() || clear(), time);
    const stop = store.onDiff((_diff, source) => source !== 'remote' && clear());
    document.addEventListener('focusin', onFocus);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('focusin', onFocus);
    };
  }, [store, status]);
  return [status, setStatus];
}

const isStripFocused = (): boolean => (document.activeElement?.closest(marked('strip')) ?? null) !== null;
