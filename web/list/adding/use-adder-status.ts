/** What the add bar says about the last action: it is gone after a moment, and with the next action. */
import { useEffect, useState } from 'react';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** An action needs more time to be read and reached. */
const VISIBLE_MS = 4000;
const VISIBLE_WITH_ACTION_MS = 10_000;

export type AdderStatus = {
  readonly text: string;
  /** One thing to do about it, behind the text. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Whether it explains why the text in the field was refused: then it stays until that text changes. */
  readonly isRefusal?: boolean;
};

/**
 * The status and how to set it. It clears by itself after a moment, when the list changes by any action of the shopper, and
 * when a dialog opens.
 */
export function useAdderStatus(): readonly [AdderStatus | null, (status: AdderStatus | null) => void] {
  const { store } = useShopper();
  const [status, setStatus] = useState<AdderStatus | null>(null);
  useEffect(() => {
    if (status === null) return undefined;
    const clear = (): void => setStatus(null);
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('dialog') !== null) clear();
    };
    const time = status.action === null ? VISIBLE_MS : VISIBLE_WITH_ACTION_MS;
    const timer = status.isRefusal === true ? undefined : setTimeout(clear, time);
    const stop = store.onDiff((_diff, source) => source === 'user' && clear());
    document.addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('focusin', onFocus);
    };
  }, [store, status]);
  return [status, setStatus];
}
