/** The empty state of a list without categories. */
import { controls } from '#web/messages/en/list-actions.ts';
import { useCategories } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { focusAddField } from '#web/list/keyboard/add-field.ts';

/**
 * If no category exists, shows the text of spec section 2. If there are hidden empty categories, invites the user to add
 * an item. The categories of an account arrive with its first sync.
 */
export function NoCategories({ onAddCategory }: { readonly onAddCategory: () => void }) {
  const isComplete = useSyncStatus().firstSync === null;
  const isWithoutCategories = useCategories().length === 0 && isComplete;
  return isWithoutCategories ? (
    <EmptyState drawing="basket" text={controls.noCategories}>
      <Button look="primary" onPress={onAddCategory}>
        {controls.addCategory}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="basket" text={controls.emptyList}>
      <Button look="primary" onPress={focusAddField}>
        {controls.addFirst}
      </Button>
    </EmptyState>
  );
}
