/** The account's password, and a new one for it (product A3). */
import { password as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useAccount } from './account-context.ts';
import { PasswordForm } from './password-form.tsx';
import { Actions, Hint, Section } from './section.tsx';
import { useDisclosure } from './use-disclosure.ts';

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
