/** The empty state of a list without items: an invitation to add one, or the specified sentence if no category is in view. */
import { controls } from '#web/messages/en/list-actions.ts';
import { useShownCategoryIds } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { focusAddField } from '#web/list/keyboard/add-field.ts';

/** The text of spec section 2 stands where no category is in view, also after Create New Empty List (decision 7, product L11). */
export function NoItems({ onAddCategory }: { readonly onAddCategory: () => void }) {
  const hasCategories = useShownCategoryIds().length > 0;
  return hasCategories ? (
    <EmptyState drawing="basket" text={controls.emptyList} isSmall>
      <Button look="primary" onPress={focusAddField}>
        {controls.addFirst}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="basket" text={controls.noCategories}>
      <Button look="primary" onPress={onAddCategory}>
        {controls.addCategory}
      </Button>
    </EmptyState>
  );
}
