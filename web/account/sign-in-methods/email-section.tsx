/** Shows and changes the account's email address (product A3). */
import { useContext, useState } from 'react';
import { emailFailure, normalizeEmail } from '#core/account/credentials.ts';
import { email as words } from '#web/messages/en/account.ts';
import { fieldFailures } from '#web/messages/en/sign-in.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Email } from '#web/account/section/email.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { Actions, FormActions, StatusText, Section, SectionError, SectionForm } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';
import { useDisclosure } from '#web/account/section/use-disclosure.ts';

export function EmailSection() {
  const { facts } = useAccount();
  const form = useDisclosure();
  return (
    <Section title={words.title}>
      <p>
        <Email address={facts.email} />
      </p>
      <StatusText text={facts.newEmail === null ? null : words.waiting(facts.newEmail)} />
      {form.isOpen ? <EmailForm onDone={form.close} /> : <EmailActions onOpen={form.open} isBack={form.isBack} />}
    </Section>
  );
}

type EmailActionsProps = { readonly onOpen: () => void; readonly isBack: boolean };

/** A pending change is canceled by changing to the current address, because GoTrue has no separate call for it. */
function EmailActions({ onOpen, isBack }: EmailActionsProps) {
  const { api, facts, refresh } = useAccount();
  const { run, isBusy, error, setError } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const cancelChange = async (): Promise<void> => {
    const result = await run(() => api.changeEmail(facts.email));
    if (result?.ok !== true) return;
    await refresh();
    if (result.value === null) toaster.show(words.changeCancelled);
    else setError(words.changeNotCancelled);
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
  const { api, facts, refresh } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const address = normalizeEmail(typed);
    const sentence = findError(address, facts.email);
    setFieldError(sentence);
    if (sentence !== null) return;
    const result = await run(() => api.changeEmail(address));
    if (result?.ok !== true) return;
    await refresh();
    if (result.value === null) toaster.show(words.changed);
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

/** The error of a new address; null if it is valid and not the current one. */
function findError(address: string, present: string): string | null {
  const failure = emailFailure(address);
  if (failure !== null) return fieldFailures[failure];
  return address === normalizeEmail(present) ? words.same : null;
}
