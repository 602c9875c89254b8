/** Shows and changes the email address of the account (product A3). */
import { useContext, useState } from 'react';
import { emailFailure, normalizeEmail } from '#core/account/credentials.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import {
  Actions,
  Email,
  FormActions,
  Hint,
  Section,
  SectionError,
  SectionForm,
  StatusText,
  useDisclosure,
} from '#web/account/section/section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount, useAccountAction } from '#web/account/section/use-account.ts';

export function ChangeEmailSection() {
  const { facts } = useAccount();
  const form = useDisclosure();
  return (
    <Section
      title={messages.email.title}
      about={
        <>
          <Hint>
            <Email address={facts.email} />
          </Hint>
          <StatusText text={facts.newEmail === null ? null : messages.email.waiting(facts.newEmail)} />
        </>
      }
      actions={form.isOpen ? null : <EmailActions onOpen={form.open} isBack={form.isBack} />}
    >
      {form.isOpen ? <EmailForm onDone={form.close} /> : null}
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
    if (result.value === null) toaster.show(messages.email.changeCancelled);
    else setError(messages.email.changeNotCancelled);
  };
  return (
    <>
      <Actions>
        <Button name={messages.email.change} startsFocused={isBack} onPress={onOpen}>
          {messages.parts.change}
        </Button>
        {facts.newEmail === null ? null : (
          <Button isBusy={isBusy} onPress={() => void cancelChange()}>
            {messages.email.cancelChange}
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
    if (result.value === null) toaster.show(messages.email.changed);
    onDone();
  };
  return (
    <SectionForm onSubmit={submit} onCancel={onDone}>
      <TextField
        label={messages.email.field}
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
      <FormActions action={messages.email.change} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}

/** The error of a new address; null if it is valid and not the current one. */
function findError(address: string, present: string): string | null {
  const failure = emailFailure(address);
  if (failure !== null) return messages.fieldFailures[failure];
  return address === normalizeEmail(present) ? messages.email.same : null;
}
