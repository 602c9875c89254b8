/** The bar that replaces the toolbar in shop mode: the number of items left, Undo and Done. */
import { shop } from '#web/messages/en/list-actions.ts';
import { useHeading, useHistory } from '#web/shopper/shopper-context.ts';
import { useUndo } from '#web/shopper/use-undo.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import styles from './shop-bar.module.css';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

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
