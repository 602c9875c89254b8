/** The status of the add bar: the result of the last action, until the next action or for a few seconds. */
import { useEffect, useState } from 'react';
import { useShopper } from '#web/shopper/shopper-context.ts';

const VISIBLE_MS = 4000;
const VISIBLE_WITH_ACTION_MS = 10_000;

export type AdderStatus = {
  readonly text: string;
  /** One thing to do about it, behind the text. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Whether it explains why the text in the field was refused. Then it remains until the text changes. */
  readonly isRefusal?: boolean;
};

/**
 * The status and its setter. The status is cleared after a few seconds, when the shopper changes the list, and when a
 * dialog opens.
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
