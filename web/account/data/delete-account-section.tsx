/** Deletes the account permanently after the user types its email address (product A3). */
import { useContext, useEffect, useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { leaveDeletedAccount } from './leave-deleted-account.ts';
import { Actions, FormActions, Hint, StatusText, Section, SectionError, SectionForm } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';
import { useDisclosure } from '#web/account/section/use-disclosure.ts';

export function DeleteAccountSection() {
  const form = useDisclosure();
  return (
    <Section
      title={messages.remove.title}
      about={<Hint>{messages.remove.hint}</Hint>}
      actions={
        form.isOpen ? null : (
          <Actions>
            <Button look="quietDanger" startsFocused={form.isBack} onPress={form.open}>
              {messages.remove.open}
            </Button>
          </Actions>
        )
      }
    >
      {form.isOpen ? <DeleteForm onCancel={form.close} /> : null}
    </Section>
  );
}

const DONE = { demo: 'goneKept', file: 'goneAsFile', nothing: 'gone' } as const;

function DeleteForm({ onCancel }: { readonly onCancel: () => void }) {
  const services = useApp();
  const shownList = useShownList();
  const { api, facts } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState('');
  const [keepsList, setKeepsList] = useState(true);
  const replaced = useReplaced();
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const wrong = typed.trim() === '' ? messages.remove.missingEmail : messages.remove.wrongEmail;
    const isRight = normalizeEmail(typed) === normalizeEmail(facts.email);
    setFieldError(isRight ? null : wrong);
    if (!isRight) return;
    const result = await run(() => api.deleteAccount(facts.email, keepsList));
    if (result?.ok === true) toaster.show(messages.remove[DONE[await leaveDeletedAccount(services, shownList, keepsList)]]);
  };
  return (
    <SectionForm onSubmit={submit} onCancel={onCancel}>
      <TextField
        label={messages.remove.typeEmail(facts.email)}
        type="email"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <CheckField label={messages.remove.keep} isOn={keepsList} onChange={setKeepsList} />
      {keepsList ? <StatusText text={replaced} /> : null}
      <SectionError text={error} />
      <FormActions action={messages.remove.yes} isBusy={isBusy} isDanger onCancel={onCancel} />
    </SectionForm>
  );
}

/** Warns that keeping the list replaces the demo's list; null if that list is unchanged, or until it is known. */
function useReplaced(): string | null {
  const { loadGuestList } = useApp();
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<string | null> => {
      const preview = await (await loadGuestList()).preview();
      return preview === null ? null : messages.remove.replaces(preview.items);
    };
    look()
      .catch(() => messages.remove.mayReplace)
      .then(setSentence, () => undefined);
  }, [loadGuestList]);
  return sentence;
}
