/** The account dialog: the signed-in user, preferences of this device, the list as a file, and the account. */
import { type ComponentType, lazy, Suspense, useId, useRef, useState } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import { useApp, usePreferences } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { signUpRequest } from '#web/shown-list/use-pending-invitation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Actions, Email, Group, Hint, Section } from './section/section.tsx';
import type { AccountPartsProps } from './account-parts.tsx';
import type { CloseQuestion } from './section/use-account.ts';
import type { DeviceSignOut } from './sessions-section.tsx';
import type { Theme } from '#client/ports/local-storage.ts';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import { adoptStores } from '#core/change/adopt-stores.ts';
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy } from '#core/copy/list-file.ts';
import type { ListMember } from '#core/lists/lists-record.ts';
import { AmountsDialog, ReplaceSharedDialog, useAddCopy } from '#web/shown-list/use-add-copy.tsx';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import { useSaveFile } from '#web/shown-list/use-save-file.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import styles from './account-dialog.module.css';

/** A separate chunk, which the demo never needs. If it cannot be downloaded, an error replaces it. */
const AccountParts = lazy<ComponentType<AccountPartsProps>>(async () => ({
  default: await import('./account-parts.tsx').then((module) => module.AccountParts).catch(() => Missing),
}));

const Missing = () => <p role="alert">{messages.parts.missing}</p>;

type AccountDialogProps = {
  /** Signs out of this device. */
  readonly deviceSignOut: DeviceSignOut;
  readonly onClose: () => void;
};

export function AccountDialog({ deviceSignOut, onClose }: AccountDialogProps) {
  const { user } = useShownList();
  const isDemo = isDemoUser(user);
  const [email, setEmail] = useState('');
  const [closeQuestion, setCloseQuestion] = useState<CloseQuestion | null>(null);
  const [isAsking, setAsking] = useState(false);
  const close = closeQuestion === null ? onClose : () => setAsking(true);
  return (
    <Dialog title={messages.account.title} isScreen onClose={close}>
      {isDemo ? (
        <Hint>{messages.account.demo}</Hint>
      ) : (
        <Hint>
          <Email lead={messages.account.signedInAs} address={email || user.username} />
        </Hint>
      )}
      <ThemeChoice />
      <Group title={messages.groups.shopping}>
        <PreferenceFields />
      </Group>
      <Group title={messages.groups.list}>
        <ListFile onDone={close} />
      </Group>
      {isDemo ? (
        <SignUpOffer />
      ) : (
        <Suspense fallback={<Hint>{messages.parts.loading}</Hint>}>
          <AccountParts deviceSignOut={deviceSignOut} onEmail={setEmail} onCloseQuestion={setCloseQuestion} />
        </Suspense>
      )}
      {isAsking && closeQuestion !== null ? (
        <ConfirmDialog
          confirmation={{ ...closeQuestion, isDanger: false, onYes: onClose }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Dialog>
  );
}

/** Preferences for this device. Some are shown only if the device supports them. */
function PreferenceFields() {
  const { deviceFeatures, preferences } = useApp();
  const current = usePreferences();
  return (
    <div>
      {deviceFeatures.canVibrate ? (
        <CheckField
          label={messages.account.vibrates}
          isOn={current.vibrates}
          onChange={(vibrates) => preferences.write({ ...current, vibrates })}
        />
      ) : null}
      {deviceFeatures.canKeepAwake ? (
        <CheckField
          label={messages.account.keepsAwake}
          isOn={current.keepsAwake}
          onChange={(keepsAwake) => preferences.write({ ...current, keepsAwake })}
        />
      ) : null}
      <CheckField
        label={messages.account.tickedLast}
        isOn={current.tickedLast}
        onChange={(tickedLast) => preferences.write({ ...current, tickedLast })}
      />
      <div className={styles.keys}>
        <CheckField
          label={messages.account.addKeys}
          isOn={current.addKeys}
          onChange={(addKeys) => preferences.write({ ...current, addKeys })}
        />
      </div>
    </div>
  );
}

/** Invites demo users to create an account. The demo's list stays on this device and can be imported. */
function SignUpOffer() {
  const { session } = useApp();
  const leave = (): void => {
    signUpRequest.set();
    void session.signOut();
  };
  return (
    <Group title={messages.account.title}>
      <Section
        title={messages.invitation.title}
        about={<Hint>{messages.invitation.text}</Hint>}
        actions={
          <Button look="primary" onPress={leave}>
            {messages.invitation.create}
          </Button>
        }
      />
    </Group>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function ThemeChoice() {
  const { preferences } = useApp();
  const current = usePreferences();
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{messages.account.appearance}</legend>
      <div className={styles.themes}>
        {THEMES.map((theme) => (
          <label className={styles.theme} key={theme}>
            <input
              type="radio"
              name={name}
              checked={current.theme === theme}
              onChange={() => preferences.write({ ...current, theme })}
            />
            {messages.account.theme[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The maximum size of a file, in bytes. Reading a larger one would block the page. */
const MAX_BYTES = 20_000_000;

type Importing = {
  /** Says why nothing was imported; null if nothing failed. */
  readonly error: string | null;
  readonly setError: (error: string) => void;
  /** The copy that waits for an answer, because others share the list. */
  readonly asked: ListCopy | null;
  readonly read: (file: File) => Promise<void>;
  readonly replace: (copy: ListCopy) => void;
  readonly add: (copy: ListCopy) => void;
  readonly question: ReturnType<typeof useAddCopy>['question'];
  readonly cancel: () => void;
};

/** An import replaces the list, and Undo restores it. In a list that others share, it asks first (product S5). A bad file changes nothing. */
function useImport(others: readonly ListMember[] | null, onDone: () => void): Importing {
  const { store, ref } = useShownList();
  const doChange = useApplyChange();
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<ListCopy | null>(null);
  const isShared = others === null || others.length > 0;
  const finish = (result: ReturnType<typeof doChange>): void => {
    setAsked(null);
    if (result.ok) onDone();
    else setError(messages.changeFailures[result.failure.type]);
  };
  const { add, question } = useAddCopy(finish);
  const replace = (copy: ListCopy): void => {
    const { leftOut } = adoptStores(store.list, copy, { adds: true });
    const text = messages.savedListToasts.imported(copy.items.length, leftOut);
    const loadId = isShared ? { loadId: store.createId() } : {};
    finish(doChange({ type: 'import-copy', copy, mode: 'replace', ...loadId }, text));
  };
  return {
    error,
    setError,
    asked,
    async read(file) {
      const text = file.size > MAX_BYTES ? '' : await file.text();
      const result = fileToListCopy(text);
      if (!result.ok) return setError(messages.fileFailures[result.failure.type]);
      const copy = toListCopy(result.value, ref, store.list);
      if (isShared) setAsked(copy);
      else replace(copy);
    },
    replace,
    add: (copy) => add(adoptCategories(copy, store.list)),
    question,
    cancel: () => setAsked(null),
  };
}

function ListFile({ onDone }: { readonly onDone: () => void }) {
  const { firstSync } = useSyncStatus();
  const saveFile = useSaveFile();
  const picker = useRef<HTMLInputElement>(null);
  const others = useOtherMembers();
  const { error, setError, asked, question, ...importing } = useImport(others, onDone);
  const pick = (): void => {
    // The import compares ids with those of the account, which must be downloaded first (product L3).
    if (firstSync === null) picker.current?.click();
    else setError(messages.account.stillDownloading);
  };
  return (
    <Section
      title={messages.account.file}
      about={<Hint>{messages.account.fileHint}</Hint>}
      actions={
        <Actions>
          <Button onPress={saveFile}>{messages.account.saveFile}</Button>
          <Button onPress={pick}>{messages.account.importFile}</Button>
        </Actions>
      }
    >
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={messages.account.importFile}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Allow choosing the same file again.
          event.currentTarget.value = '';
          if (file) void importing.read(file);
        }}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      {asked === null || question !== null ? null : (
        <ReplaceSharedDialog
          name={asked.listName}
          others={(others ?? []).map(({ name }) => name)}
          onReplace={() => importing.replace(asked)}
          onAdd={() => importing.add(asked)}
          onClose={importing.cancel}
        />
      )}
      {question === null ? null : <AmountsDialog {...question} />}
    </Section>
  );
}
