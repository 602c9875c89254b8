/** The account's password, and a new one for it (product A3). */
import { useState } from 'react';
import { password as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { useDesk } from './desk-context.ts';
import { PasswordForm } from './password-form.tsx';
import { Actions, Hint, Section } from './section.tsx';

export function PasswordSection() {
  const { facts } = useDesk();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <Hint>{facts.hasPassword ? words.hint : words.none}</Hint>
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <Actions>
          <Button onPress={() => setOpen(true)}>{facts.hasPassword ? words.change : words.set}</Button>
        </Actions>
      )}
    </Section>
  );
}
