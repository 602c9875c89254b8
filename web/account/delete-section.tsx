/** Deletes the account for good: the address is typed, and it is said what goes (product A3). */
import { useContext, useEffect, useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { useApp } from '#web/app-context.ts';
import { remove as words } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { leaveForGood } from './leave-for-good.ts';
import { Actions, FormActions, Hint, Said, Section, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useOpened } from './use-opened.ts';

export function DeleteSection() {
  const form = useOpened();
  return (
    <Section title={words.title}>
      <Hint>{words.hint}</Hint>
      {form.isOpen ? (
        <DeleteForm onCancel={form.close} />
      ) : (
        <Actions>
          <Button startsFocused={form.isBack} onPress={form.open}>
            {words.open}
          </Button>
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
  const replaced = useReplaced();
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const wrong = typed.trim() === '' ? words.missingEmail : words.wrongEmail;
    const isRight = normalizeEmail(typed) === normalizeEmail(facts.email);
    setFieldError(isRight ? null : wrong);
    if (!isRight) return;
    const told = await run(() => desk.deleteAccount(facts.email, keepsList));
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
      {keepsList ? <Said text={replaced} /> : null}
      <SectionError text={error} />
      <FormActions action={words.yes} isBusy={isBusy} isDanger onCancel={onCancel} />
    </SectionForm>
  );
}

/** What keeping the list does to the demo's own, in words; null where nobody made anything of that, or until it is known. */
function useReplaced(): string | null {
  const { loadTakeAlong } = useApp();
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<string | null> => {
      const offer = await (await loadTakeAlong()).offer();
      return offer === null ? null : words.replaces(offer.items);
    };
    look()
      .catch(() => words.mayReplace)
      .then(setSentence, () => undefined);
  }, [loadTakeAlong]);
  return sentence;
}
