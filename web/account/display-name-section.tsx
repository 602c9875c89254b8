/** Shows and changes the name that members of shared lists see (product A7). */
import { useContext, useEffect, useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { useDisplayName } from '#web/shown-list/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Actions, FormActions, Hint, Section, SectionForm, useDisclosure } from './section/section.tsx';

/** A backend without display names has no such section. */
export function DisplayNameSection() {
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
    <Section
      title={messages.displayName.title}
      about={<Hint>{name ? <bdi>{name}</bdi> : messages.displayName.none}</Hint>}
      actions={
        form.isOpen ? null : (
          <Actions>
            <Button
              name={name ? messages.displayName.change : messages.displayName.set}
              startsFocused={form.isBack}
              onPress={form.open}
            >
              {name ? messages.parts.change : messages.parts.set}
            </Button>
          </Actions>
        )
      }
    >
      {form.isOpen ? <NameForm first={name ?? ''} onSaved={setName} onDone={form.close} /> : null}
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
    toaster.show(messages.displayName.saved);
    onDone();
  };
  return (
    <SectionForm onSubmit={submit} onCancel={onDone}>
      <TextField
        label={messages.displayName.field}
        value={typed}
        error={error}
        autoComplete="nickname"
        onChange={(value) => {
          setTyped(value);
          setError(null);
        }}
      />
      <Hint>{messages.displayName.hint}</Hint>
      <FormActions action={messages.displayName.save} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}
