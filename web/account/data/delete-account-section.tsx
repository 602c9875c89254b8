/** Deletes the account permanently after the user types its email address (product A3). */
import { useContext, useEffect, useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { useApp, type AppServices } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { localDay } from '#web/shown-list/local-day.ts';
import { useShownList, type ShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount, useAccountAction } from '#web/account/section/use-account.ts';
import {
  Actions,
  FormActions,
  Hint,
  StatusText,
  Section,
  SectionError,
  SectionForm,
} from '#web/account/section/section.tsx';
import { useDisclosure } from '#web/account/section/use-disclosure.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { DEMO_USER } from '#core/account/user.ts';

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
    if (result?.ok === true)
      toaster.show(messages.remove[DONE[await leaveDeletedAccount(services, shownList, keepsList)]]);
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

type Services = Pick<AppServices, 'session' | 'loadGuestList' | 'deviceFeatures'>;

/** `demo`: the demo has the list and opens. `file`: the demo could not store it, so it was saved as a file. */
type ListDestination = 'demo' | 'file' | 'nothing';

/**
 * Removes the data of a deleted account from this device, except for a list that the user wants to keep.
 * @param isListWanted whether the user wants to keep the list in the demo
 * @returns where the list was kept
 */
export async function leaveDeletedAccount(
  services: Services,
  shownList: ShownList,
  isListWanted: boolean,
): Promise<ListDestination> {
  const { session } = services;
  const kept = await keepList(services, shownList, isListWanted);
  // Do not wait: the backend deleted the session with the account.
  void session.signOut();
  if (kept === 'demo') session.signInAccess.setUser(DEMO_USER);
  return kept;
}

async function keepList(
  { loadGuestList, deviceFeatures }: Services,
  { store, user }: ShownList,
  isListWanted: boolean,
): Promise<ListDestination> {
  const now = store.now();
  const text = listToFile(store.list, now);
  const copy = fileToListCopy(text);
  const guestList = await loadGuestList().catch(() => null);
  const left = copy.ok
    ? await guestList?.removeDeletedAccount(user.id, copy.value).catch(() => 'refused' as const)
    : 'refused';
  if (left === 'demo') return 'demo';
  if (left === 'nothing' || !isListWanted) return 'nothing';
  // The list also stays on the device, because the app cannot know whether the file was saved.
  deviceFeatures.saveFile(messages.notice.fileName(localDay(now)), text);
  return 'file';
}
