/** The account's address, and another one for it (product A3). */
import { useContext, useState } from 'react';
import { emailFailure, normalizeEmail } from '#core/account/credentials.ts';
import { email as words } from '#web/messages/en/account.ts';
import { fieldFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { Actions, FormActions, Said, Section, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useOpened } from './use-opened.ts';

export function EmailSection() {
  const { facts } = useDesk();
  const form = useOpened();
  return (
    <Section title={words.title}>
      <p>
        <bdi>{facts.email}</bdi>
      </p>
      <Said text={facts.newEmail === null ? null : words.waiting(facts.newEmail)} />
      {form.isOpen ? <EmailForm onDone={form.close} /> : <EmailActions onOpen={form.open} isBack={form.isBack} />}
    </Section>
  );
}

type EmailActionsProps = { readonly onOpen: () => void; readonly isBack: boolean };

/** A change that waits is taken back by wishing for the present address (GoTrue has no call of its own for it). */
function EmailActions({ onOpen, isBack }: EmailActionsProps) {
  const { desk, facts, refresh } = useDesk();
  const { run, isBusy, error, say } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const cancelChange = async (): Promise<void> => {
    const told = await run(() => desk.changeEmail(facts.email));
    if (told?.ok !== true) return;
    await refresh();
    if (told.value === null) toaster.show(words.changeCancelled);
    else say(words.changeNotCancelled);
  };
  return (
    <>
      <Actions>
        <Button startsFocused={isBack} onPress={onOpen}>
          {words.change}
        </Button>
        {facts.newEmail === null ? null : (
          <Button isBusy={isBusy} onPress={() => void cancelChange()}>
            {words.cancelChange}
          </Button>
        )}
      </Actions>
      <SectionError text={error} />
    </>
  );
}

function EmailForm({ onDone }: { readonly onDone: () => void }) {
  const { desk, facts, refresh } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const address = normalizeEmail(typed);
    const sentence = findError(address, facts.email);
    setFieldError(sentence);
    if (sentence !== null) return;
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
      <FormActions action={words.change} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}

/** What is wrong with a new address, given the present one. */
function findError(address: string, present: string): string | null {
  const failure = emailFailure(address);
  if (failure !== null) return fieldFailures[failure];
  return address === normalizeEmail(present) ? words.same : null;
}
