/** Deletes the account for good: the address is typed, and it is said what goes (product A3). */
import { useContext, useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { useApp } from '#web/app-context.ts';
import { parts, remove as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { leaveForGood } from './leave-for-good.ts';
import { Actions, Hint, Section, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <Hint>{words.hint}</Hint>
      {isOpen ? (
        <DeleteForm onCancel={() => setOpen(false)} />
      ) : (
        <Actions>
          <Button onPress={() => setOpen(true)}>{words.open}</Button>
        </Actions>
      )}
    </Section>
  );
}

const SAID = { demo: words.goneKept, file: words.goneAsFile, nothing: words.gone } as const;

function DeleteForm({ onCancel }: { readonly onCancel: () => void }) {
  const services = useApp();
  const shopper = useShopper();
  const { desk, facts } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState('');
  const [keepsList, setKeepsList] = useState(true);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const isRight = normalizeEmail(typed) === normalizeEmail(facts.email);
    setFieldError(isRight ? null : words.wrongEmail);
    if (!isRight) return;
    const told = await run(() => desk.deleteAccount(facts.email));
    if (told?.ok === true) toaster.show(SAID[await leaveForGood(services, shopper, keepsList)]);
  };
  return (
    <SectionForm onSubmit={submit}>
      <TextField
        label={words.typeEmail(facts.email)}
        type="email"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <CheckField label={words.keep} isOn={keepsList} onChange={setKeepsList} />
      <SectionError text={error} />
      <Actions>
        <Button look="danger" type="submit" isBusy={isBusy}>
          {words.yes}
        </Button>
        <Button look="quiet" onPress={onCancel}>
          {parts.cancel}
        </Button>
      </Actions>
    </SectionForm>
  );
}
