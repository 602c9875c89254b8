/** The end of a shop: shown in shop mode when nothing is left to get. */
import { controls, shop, toast } from '#web/messages/en/list-actions.ts';
import { useBasketCounts, useHeading } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';

/** Appears when the last rows have left, so that nothing moves under the thumb (product L6). Done is in the bar below. */
export function ShopFinish({ onLeave }: { readonly onLeave: () => void }) {
  const { checked } = useHeading();
  const { inList, inBasket } = useBasketCounts();
  const doChange = useApplyChange();
  const clear = (): void => {
    doChange({ type: 'clear-checked' }, toast.cleared(checked));
    onLeave();
  };
  const isFinished = inList === 0;
  return (
    <div role="status" data-moves="">
      {isFinished && inBasket > 0 ? (
        <EmptyState
          drawing="fullBasket"
          text={
            <>
              <strong>{shop.allDone}</strong>
              <br />
              {shop.next}
            </>
          }
        >
          <Button onPress={clear}>{controls.clearChecked}</Button>
        </EmptyState>
      ) : null}
      {isFinished && inBasket === 0 ? <EmptyState drawing="basket" text={shop.nothing} /> : null}
    </div>
  );
}
