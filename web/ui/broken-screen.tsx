/** What stands there when the app itself is broken: a bug, not a failure of the shopper or the network. */
import { broken } from '#web/messages/en/common.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export const BrokenScreen = () => (
  <main>
    <EmptyState drawing="basket" text={broken.text}>
      <Button look="primary" onPress={() => location.reload()}>
        {broken.reload}
      </Button>
    </EmptyState>
  </main>
);
