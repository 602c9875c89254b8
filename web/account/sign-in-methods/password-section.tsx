/** Opens the form that changes the password (product A3). */
import { password as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useAccount } from '#web/account/section/account-context.ts';
import { PasswordForm } from './password-form.tsx';
import { Actions, Hint, Section } from '#web/account/section/section.tsx';
import { useDisclosure } from '#web/account/section/use-disclosure.ts';

export function PasswordSection() {
  const { facts } = useAccount();
  const form = useDisclosure();
  return (
    <Section title={words.title}>
      <Hint>{facts.hasPassword ? words.hint : words.none}</Hint>
      {form.isOpen ? (
        <PasswordForm onDone={form.close} />
      ) : (
        <Actions>
          <Button startsFocused={form.isBack} onPress={form.open}>
            {facts.hasPassword ? words.change : words.set}
          </Button>
        </Actions>
      )}
    </Section>
  );
}
