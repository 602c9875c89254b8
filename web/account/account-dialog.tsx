/** The account dialog: the signed-in user, preferences of this device, the list as a file, and the account. */
import { lazy, Suspense, useState, type ComponentType, useId } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import styles from './account-dialog.module.css';
import { useApp, usePreferences } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { signUpRequest } from '#web/shown-list/sign-up-request.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Email } from './section/email.tsx';
import type { AccountPartsProps } from './account-parts.tsx';
import type { DeviceSignOut } from './sessions/sessions-section.tsx';
import { ListFile } from './list-file.tsx';
import { Group, Hint, Section } from './section/section.tsx';
import type { Theme } from '#client/ports/preferences.ts';

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
  return (
    <Dialog title={messages.account.title} isScreen onClose={onClose}>
      {isDemo ? (
        <Hint>{messages.account.demo}</Hint>
      ) : (
        <Hint>
          <Email lead={messages.account.signedInAs} address={email || user.username} />
        </Hint>
      )}
      <ThemeChoice />
      <Group title={messages.groups.shopping}>
        <Habits />
      </Group>
      <Group title={messages.groups.list}>
        <ListFile onDone={onClose} />
      </Group>
      {isDemo ? (
        <Invitation />
      ) : (
        <Suspense fallback={<Hint>{messages.parts.loading}</Hint>}>
          <AccountParts deviceSignOut={deviceSignOut} onEmail={setEmail} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** Preferences for this device. Some are shown only if the device supports them. */
function Habits() {
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
function Invitation() {
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
