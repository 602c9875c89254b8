/** The end of a shop: shown in shop mode when nothing is left to get. */
import { controls, shop, toast } from '#web/messages/en/list-actions.ts';
import { useHeading, useIsAtRest } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';

/** Appears only when the list is at rest, so that nothing moves under the thumb (product L6). */
export function ShopFinish({ onLeave }: { readonly onLeave: () => void }) {
  const { checked, total } = useHeading();
  const isAtRest = useIsAtRest();
  const doChange = useApplyChange();
  const clear = (): void => {
    doChange({ type: 'clear-checked' }, toast.cleared(checked));
    onLeave();
  };
  const isFinished = isAtRest && checked === total;
  return (
    <div role="status">
      {isFinished && total > 0 ? (
        <EmptyState drawing="fullBasket" text={shop.allDone}>
          <Button look="primary" onPress={clear}>
            {controls.clearChecked}
          </Button>
          <Button look="quiet" onPress={onLeave}>
            {shop.done}
          </Button>
        </EmptyState>
      ) : null}
      {isFinished && total === 0 ? <EmptyState drawing="basket" text={shop.nothing} /> : null}
    </div>
  );
}
