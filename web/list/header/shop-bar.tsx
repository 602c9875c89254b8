/** What shop mode shows in the toolbar's place: how much is left, Undo, and the way out. */
import { shop } from '#web/messages/en/shop.ts';
import { useHeading, useHistory } from '#web/shopper/shopper-context.ts';
import { useUndo } from '#web/shopper/use-undo.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import styles from './shop-bar.module.css';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

/** Leaving changes nothing of the list. */
export function ShopBar({ onLeave }: { readonly onLeave: () => void }) {
  const { undo } = useUndo();
  const { canUndo } = useHistory();
  const { checked, total } = useHeading();
  return (
    <div className={styles.bar}>
      <p className={styles.left} role="status">
        {shop.left(total - checked)}
      </p>
      <IconButton icon={toolIcons.undo} name={shop.undo} disabled={!canUndo} onPress={undo} />
      <Button onPress={onLeave}>{shop.done}</Button>
    </div>
  );
}
