/** What the demo's shoppers see instead of an account: that they can have one. */
import { useApp } from '#web/app-context.ts';
import { invitation as words } from '#web/messages/en/account.ts';
import { wishSignUp } from '#web/shopper/sign-up-wish.ts';
import { Button } from '#web/ui/button.tsx';
import { Actions, Hint, Section } from './section.tsx';

/** The demo's list stays on this device, and can be taken along. */
export function Invitation() {
  const { session } = useApp();
  const leave = (): void => {
    wishSignUp();
    void session.signOut();
  };
  return (
    <Section title={words.title}>
      <Hint>{words.text}</Hint>
      <Actions>
        <Button look="primary" onPress={leave}>
          {words.create}
        </Button>
      </Actions>
    </Section>
  );
}
