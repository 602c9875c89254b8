/** The account's screen: who is signed in, preferences of this device, the list as a file, the account itself. */
import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import { useApp, usePreferences } from '#web/app-context.ts';
import { parts } from '#web/messages/en/account.ts';
import { account } from '#web/messages/en/dialogs.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { CheckField } from '#web/ui/check-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { AccountPartsProps } from './account-parts.tsx';
import { Invitation } from './invitation.tsx';
import type { Leaving } from './leaving.ts';
import { ListFile } from './list-file.tsx';
import { Hint } from './section.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** A chunk of its own: the demo never needs it. Where it cannot be fetched, a sentence stands in its place. */
const AccountParts = lazy<ComponentType<AccountPartsProps>>(async () => ({
  default: await import('./account-parts.tsx').then((module) => module.AccountParts).catch(() => Missing),
}));

const Missing = () => <p role="alert">{parts.missing}</p>;

type AccountDialogProps = {
  /** How one leaves this device. */
  readonly leaving: Leaving;
  readonly onClose: () => void;
};

export function AccountDialog({ leaving, onClose }: AccountDialogProps) {
  const { user } = useShopper();
  const isDemo = isDemoUser(user);
  const [email, setEmail] = useState('');
  return (
    <Dialog title={account.title} isScreen onClose={onClose}>
      <Hint>{isDemo ? account.demo : account.signedIn(email || user.username)}</Hint>
      <ThemeChoice />
      <Habits />
      <ListFile onDone={onClose} />
      {isDemo ? (
        <Invitation />
      ) : (
        <Suspense fallback={<Hint>{parts.loading}</Hint>}>
          <AccountParts leaving={leaving} onEmail={setEmail} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** What only some devices can do. */
function Habits() {
  const { handset, preferences } = useApp();
  const current = usePreferences();
  return (
    <div>
      {handset.canVibrate ? (
        <CheckField
          label={account.vibrates}
          isOn={current.vibrates}
          onChange={(vibrates) => preferences.write({ ...current, vibrates })}
        />
      ) : null}
      {handset.canKeepAwake ? (
        <CheckField
          label={account.keepsAwake}
          isOn={current.keepsAwake}
          onChange={(keepsAwake) => preferences.write({ ...current, keepsAwake })}
        />
      ) : null}
    </div>
  );
}
