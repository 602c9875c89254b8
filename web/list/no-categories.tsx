/** What stands where the list has no categories. */
import { controls } from '#web/messages/en/tools.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The sentence of spec section 2, and the one thing to do about it. */
export const NoCategories = ({ onAddCategory }: { readonly onAddCategory: () => void }) => (
  <EmptyState drawing="basket" text={controls.noCategories}>
    <Button look="primary" onPress={onAddCategory}>
      {controls.addCategory}
    </Button>
  </EmptyState>
);
