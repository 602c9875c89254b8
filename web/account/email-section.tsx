/** The account's address, and another one for it (product A3). */
import { useContext, useState } from 'react';
import { emailFailure, normalizeEmail } from '#core/account/credentials.ts';
import { email as words, parts } from '#web/messages/en/account.ts';
import { fieldFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { Actions, Section, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

export function EmailSection() {
  const { facts } = useDesk();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <p>
        <bdi>{facts.email}</bdi>
      </p>
      <p role="status">{facts.newEmail === null ? null : words.waiting(facts.newEmail)}</p>
      {isOpen ? (
        <EmailForm onDone={() => setOpen(false)} />
      ) : (
        <Actions>
          <Button onPress={() => setOpen(true)}>{words.change}</Button>
        </Actions>
      )}
    </Section>
  );
}

function EmailForm({ onDone }: { readonly onDone: () => void }) {
  const { desk, refresh } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const address = normalizeEmail(typed);
    const failure = emailFailure(address);
    setFieldError(failure === null ? null : fieldFailures[failure]);
    if (failure !== null) return;
    const told = await run(() => desk.changeEmail(address));
    if (told?.ok !== true) return;
    await refresh();
    if (told.value === null) toaster.show(words.changed);
    onDone();
  };
  return (
    <SectionForm onSubmit={submit}>
      <TextField
        label={words.field}
        type="email"
        autoComplete="email"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <SectionError text={error} />
      <Actions>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {words.change}
        </Button>
        <Button look="quiet" onPress={onDone}>
          {parts.cancel}
        </Button>
      </Actions>
    </SectionForm>
  );
}
