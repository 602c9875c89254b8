/** What is the shopper's own: who is signed in, appearance, the list as a file. */
import { isDemoUser } from '#core/account/user.ts';
import { useApp, usePreferences } from '#web/app-context.ts';
import { account } from '#web/messages/en/dialogs.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { ListFile } from './list-file.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useShopper();
  const { handset, preferences } = useApp();
  const current = usePreferences();
  return (
    <Dialog title={account.title} onClose={onClose}>
      <p className={styles['hint']}>{isDemoUser(user) ? account.demo : account.signedIn(user.username)}</p>
      <ThemeChoice />
      <div>
        {handset.canVibrate ? (
          <Choice
            label={account.vibrates}
            isOn={current.vibrates}
            onChange={(vibrates) => preferences.write({ ...current, vibrates })}
          />
        ) : null}
        {handset.canKeepAwake ? (
          <Choice
            label={account.keepsAwake}
            isOn={current.keepsAwake}
            onChange={(keepsAwake) => preferences.write({ ...current, keepsAwake })}
          />
        ) : null}
      </div>
      <ListFile onDone={onClose} />
    </Dialog>
  );
}

type ChoiceProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

const Choice = ({ label, isOn, onChange }: ChoiceProps) => (
  <label className={styles['choice']}>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);
