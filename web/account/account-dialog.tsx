/** What is the shopper's own on this device: appearance, the list as a file. */
import { useApp, usePreferences } from '#web/app-context.ts';
import { account } from '#web/messages/en/dialogs.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { ListFile } from './list-file.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** For the demo; a real account adds its own parts. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { handset, preferences } = useApp();
  const current = usePreferences();
  return (
    <Dialog title={account.title} onClose={onClose}>
      <p className={styles['hint']}>{account.demo}</p>
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
