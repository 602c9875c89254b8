/** Doing something to the list: what was refused is said, what was removed can be taken back. */
import { useContext } from 'react';
import type { ChangeFailure } from '#core/change/change-failure.ts';
import type { Change } from '#core/change/change.ts';
import type { Result } from '#core/result.ts';
import type { Done } from '#client/store/store.ts';
import { changeFailures, undo, undone } from '#web/messages/en/list.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useShopper } from './shopper-context.ts';

/** Does a change. With words for a toast, the toast offers to undo just this act. */
export type DoChange = (change: Change, toast?: string) => Result<Done, ChangeFailure>;

export function useAct(): DoChange {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  return (change, toast) => {
    const result = store.act(change);
    if (!result.ok) {
      toaster.show(changeFailures[result.failure.type]);
      return result;
    }
    const done = result.value;
    const takeBack = (): void => {
      store.takeBack(done);
      toaster.show(undone);
    };
    if (toast !== undefined) toaster.show(toast, { label: undo, run: takeBack });
    return result;
  };
}
