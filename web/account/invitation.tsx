/** Invites demo users to create an account. */
import { useApp } from '#web/shopper/app-context.ts';
import { invitation as words } from '#web/messages/en/account.ts';
import { requestSignUp } from '#web/shopper/sign-up-request.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Actions, Hint, Section } from './section/section.tsx';

/** The demo's list stays on this device and can be imported. */
export function Invitation() {
  const { session } = useApp();
  const leave = (): void => {
    requestSignUp();
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
