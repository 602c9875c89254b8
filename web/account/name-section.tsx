/** Shows and changes the name that members of shared lists see (product A7). */
import { useContext, useEffect, useState } from 'react';
import { displayName as words } from '#web/messages/en/people.ts';
import { useIsOnline } from '#web/shopper/app-context.ts';
import { useDisplayName } from '#web/shopper/use-display-name.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Actions, FormActions, Hint, Section, SectionForm } from './section/section.tsx';
import { useDisclosure } from './section/use-disclosure.ts';

/** A backend without display names has no such section. */
export function NameSection() {
  const { read } = useDisplayName();
  const isOnline = useIsOnline();
  const form = useDisclosure();
  const [name, setName] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    const show = async (): Promise<void> => {
      const stored = isOnline ? await read() : undefined;
      if (!isGone && stored !== undefined) setName(stored);
    };
    void show();
    return () => {
      isGone = true;
    };
  }, [read, isOnline]);
  if (name === undefined) return null;
  return (
    <Section title={words.title}>
      {name ? (
        <p>
          <bdi>{name}</bdi>
        </p>
      ) : (
        <Hint>{words.none}</Hint>
      )}
      {form.isOpen ? (
        <NameForm first={name ?? ''} onSaved={setName} onDone={form.close} />
      ) : (
        <Actions>
          <Button startsFocused={form.isBack} onPress={form.open}>
            {name ? words.change : words.set}
          </Button>
        </Actions>
      )}
    </Section>
  );
}

type NameFormProps = {
  readonly first: string;
  readonly onSaved: (name: string) => void;
  readonly onDone: () => void;
};

function NameForm({ first, onSaved, onDone }: NameFormProps) {
  const { save, read } = useDisplayName();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const refused = await save(typed);
    setBusy(false);
    setError(refused);
    if (refused !== null) return;
    // As the backend cleaned it.
    onSaved((await read()) ?? typed.trim());
    toaster.show(words.saved);
    onDone();
  };
  return (
    <SectionForm onSubmit={submit}>
      <TextField
        label={words.field}
        value={typed}
        error={error}
        autoComplete="nickname"
        onChange={(value) => {
          setTyped(value);
          setError(null);
        }}
      />
      <Hint>{words.hint}</Hint>
      <FormActions action={words.save} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}
