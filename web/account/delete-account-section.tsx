/** Deletes the account, and keeps its list on the device if wanted (product A3). */
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { type AppServices, useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { localDay } from '#web/shown-list/use-save-file.ts';
import { type ShownList, useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount, useAccountAction } from './section/use-account.ts';
import {
  Actions,
  FormActions,
  Hint,
  Section,
  SectionError,
  SectionForm,
  StatusText,
  useDisclosure,
} from './section/section.tsx';
import { normalizeEmail } from '#core/account/credentials.ts';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DEMO_USER } from '#core/account/user.ts';
import { isPersonal } from '#core/account/list-ref.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { useListEntries, useLists, useNameWithWhose } from '#web/shown-list/use-lists.ts';

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

const DONE = { demo: 'goneKept', file: 'goneAsFile', later: 'goneLater', nothing: 'gone' } as const;

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const wrong = typed.trim() === '' ? messages.remove.missingEmail : messages.remove.wrongEmail;
    const isRight = normalizeEmail(typed) === normalizeEmail(facts.email);
    setFieldError(isRight ? null : wrong);
    if (!isRight) return;
    const canKeep = await canKeepList(services, shownList, keepsList);
    setRefusal(canKeep ? null : messages.remove.notHere);
    if (!canKeep) return;
    const result = await run(() => api.deleteAccount(facts.email, keepsList));
    if (result?.ok === true)
      toaster.show(messages.remove[DONE[await leaveDeletedAccount(services, shownList, keepsList)]]);
  };
  return (
    <SectionForm onSubmit={submit} onCancel={onCancel}>
      <TextField
        label={breakBeforeDomain(messages.remove.typeEmail(facts.email))}
        type="email"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <KeepField isOn={keepsList} onChange={setKeepsList} />
      {keepsList ? <StatusText text={replaced} /> : null}
      <SectionError text={refusal ?? error} />
      <FormActions action={messages.remove.yes} isBusy={isBusy} isDanger onCancel={onCancel} />
    </SectionForm>
  );
}

/** A long address in large text breaks before its domain, and not inside a word. */
function breakBeforeDomain(sentence: string): ReactNode {
  const at = Math.max(sentence.lastIndexOf('@'), 0);
  return (
    <>
      {sentence.slice(0, at)}
      <wbr />
      {sentence.slice(at)}
    </>
  );
}

type KeepFieldProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

/** Offers to keep the personal list. With several lists, it says which list is kept, and that the others are not. */
function KeepField({ isOn, onChange }: KeepFieldProps) {
  const { user, ref } = useShownList();
  const entries = useListEntries(useLists());
  const nameOf = useNameWithWhose(entries);
  const personal = entries.find(({ id }) => id === user.id);
  const hasOthers = entries.length > 1 || !isPersonal(ref);
  const isNamed = hasOthers && personal !== undefined;
  return (
    <>
      <CheckField
        label={isNamed ? messages.remove.keepNamed(nameOf(personal)) : messages.remove.keep}
        isOn={isOn}
        onChange={onChange}
      />
      {hasOthers && isOn ? <Hint>{messages.remove.othersNotKept}</Hint> : null}
    </>
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

/**
 * `demo`: the demo has the list and opens. `file`: the demo could not store it, so it was saved as a file. `later`: it could not be
 * read either, so the next start of the app tries again.
 */
type ListDestination = 'demo' | 'file' | 'later' | 'nothing';

/**
 * Removes the data of a deleted account from this device, except for the personal list if the user wants to keep it.
 * @param isListWanted whether the user wants to keep the personal list in the demo
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
  shownList: ShownList,
  isListWanted: boolean,
): Promise<ListDestination> {
  const guestList = await loadGuestList().catch(() => null);
  const text = await readPersonalFile(guestList, shownList).catch(() => null);
  const left = (await moveToDemo(guestList, shownList.user.id, text).catch(() => null)) ?? 'refused';
  if (left === 'demo') return 'demo';
  if (left === 'nothing' || !isListWanted) return 'nothing';
  if (text === null) return 'later';
  // The list also stays on the device, because the app cannot know whether the file was saved.
  deviceFeatures.saveFile(messages.notice.fileName(localDay(shownList.store.now())), text);
  return 'file';
}

/** Reads the personal list as a file: from the screen or, if another list is open, from the disk. */
const readPersonalFile = async (guestList: GuestList | null, { store, user, ref }: ShownList): Promise<string | null> =>
  isPersonal(ref) ? listToFile(store.list, store.now()) : ((await guestList?.readPersonalFile(user.id)) ?? null);

/** Whether the personal list is on the device if it is to be kept: after the deletion, the server no longer has it. */
const canKeepList = async (
  { loadGuestList }: Services,
  shownList: ShownList,
  isListWanted: boolean,
): Promise<boolean> =>
  !isListWanted ||
  (await readPersonalFile(await loadGuestList().catch(() => null), shownList).catch(() => null)) !== null;

async function moveToDemo(guestList: GuestList | null, userId: string, text: string | null) {
  if (text === null) return guestList?.removeDeletedAccount(userId, null);
  const copy = fileToListCopy(text);
  return copy.ok ? guestList?.removeDeletedAccount(userId, copy.value) : 'refused';
}
