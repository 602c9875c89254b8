/** The end of a shopping trip: shown in Shop mode when nothing is left to get, with the next steps (product O6). */
import { messages } from '#web/messages/messages.ts';
import { useBasketCounts, useCheckedCount, useChosenStore, useOtherStores } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { mark } from '#web/ui/marks.ts';

/** Appears when the last rows have left, so that nothing moves under the thumb (product L6). Done is in the bar below. */
export function ShopFinish({ onLeave }: { readonly onLeave: () => void }) {
  const checked = useCheckedCount();
  const { inList, inBasket } = useBasketCounts();
  const doChange = useApplyChange();
  const clear = (): void => {
    doChange({ type: 'clear-checked' }, messages.listToasts.cleared(checked));
    onLeave();
  };
  const uncheck = (): void => {
    doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(checked));
    onLeave();
  };
  const chosen = useChosenStore();
  const others = useOtherStores();
  const isFinished = inList === 0;
  const nothing = chosen === null || others.total === 0 ? messages.shop.nothing : messages.shop.nothingAt(chosen.name);
  return (
    <div role="status" {...mark('moves', '')}>
      {isFinished && inBasket > 0 ? (
        <EmptyState
          drawing="fullBasket"
          text={
            <>
              <strong>{messages.shop.allDone}</strong>
              <br />
              {messages.shop.next}
            </>
          }
        >
          <Button onPress={clear}>{messages.controls.clearChecked}</Button>
          <Button onPress={uncheck}>{messages.controls.uncheckAll}</Button>
        </EmptyState>
      ) : null}
      {isFinished && inBasket === 0 ? <EmptyState drawing="basket" text={nothing} /> : null}
    </div>
  );
}
