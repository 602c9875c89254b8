/** The account dialog: the signed-in user, preferences of this device, the list as a file, and the account. */
import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import styles from './account-dialog.module.css';
import { useApp, usePreferences } from '#web/shopper/app-context.ts';
import { invitation, parts } from '#web/messages/en/account.ts';
import { account } from '#web/messages/en/dialogs.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { requestSignUp } from '#web/shopper/sign-up-request.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Email } from './section/email.tsx';
import type { AccountPartsProps } from './account-parts.tsx';
import type { DeviceSignOut } from './devices/devices-section.tsx';
import { ListFile } from './list-file.tsx';
import { Actions, Hint, Section } from './section/section.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** A separate chunk, which the demo never needs. If it cannot be downloaded, an error replaces it. */
const AccountParts = lazy<ComponentType<AccountPartsProps>>(async () => ({
  default: await import('./account-parts.tsx').then((module) => module.AccountParts).catch(() => Missing),
}));

const Missing = () => <p role="alert">{parts.missing}</p>;

type AccountDialogProps = {
  /** Signs out of this device. */
  readonly deviceSignOut: DeviceSignOut;
  readonly onClose: () => void;
};

export function AccountDialog({ deviceSignOut, onClose }: AccountDialogProps) {
  const { user } = useShopper();
  const isDemo = isDemoUser(user);
  const [email, setEmail] = useState('');
  return (
    <Dialog title={account.title} isScreen onClose={onClose}>
      {isDemo ? (
        <Hint>{account.demo}</Hint>
      ) : (
        <Hint>
          <Email lead={account.signedInAs} address={email || user.username} />
        </Hint>
      )}
      <ThemeChoice />
      <Habits />
      <ListFile onDone={onClose} />
      {isDemo ? (
        <Invitation />
      ) : (
        <Suspense fallback={<Hint>{parts.loading}</Hint>}>
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
          label={account.vibrates}
          isOn={current.vibrates}
          onChange={(vibrates) => preferences.write({ ...current, vibrates })}
        />
      ) : null}
      {deviceFeatures.canKeepAwake ? (
        <CheckField
          label={account.keepsAwake}
          isOn={current.keepsAwake}
          onChange={(keepsAwake) => preferences.write({ ...current, keepsAwake })}
        />
      ) : null}
      <CheckField
        label={account.tickedLast}
        isOn={current.tickedLast}
        onChange={(tickedLast) => preferences.write({ ...current, tickedLast })}
      />
      <div className={styles.keys}>
        <CheckField
          label={account.addKeys}
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
    requestSignUp();
    void session.signOut();
  };
  return (
    <Section title={invitation.title}>
      <Hint>{invitation.text}</Hint>
      <Actions>
        <Button look="primary" onPress={leave}>
          {invitation.create}
        </Button>
      </Actions>
    </Section>
  );
}
