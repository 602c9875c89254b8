/** Opens the form that changes the password (product A3). */
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useAccount } from '#web/account/section/account-context.ts';
import { PasswordForm } from './password-form.tsx';
import { Actions, Hint, Section } from '#web/account/section/section.tsx';
import { useDisclosure } from '#web/account/section/use-disclosure.ts';

export function PasswordSection() {
  const { facts } = useAccount();
  const form = useDisclosure();
  return (
    <Section
      title={messages.password.title}
      about={<Hint>{facts.hasPassword ? messages.password.hint : messages.password.none}</Hint>}
      actions={
        form.isOpen ? null : (
          <Actions>
            <Button
              name={facts.hasPassword ? messages.password.change : messages.password.set}
              startsFocused={form.isBack}
              onPress={form.open}
            >
              {facts.hasPassword ? messages.parts.change : messages.parts.set}
            </Button>
          </Actions>
        )
      }
    >
      {form.isOpen ? <PasswordForm onDone={form.close} /> : null}
    </Section>
  );
}
