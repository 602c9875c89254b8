/** The choice of the theme: light, dark or system (product D3). */
import { useId } from 'react';
import type { Theme } from '#client/ports/preferences.ts';
import { useApp, usePreferences } from '#web/shopper/app-context.ts';
import { account } from '#web/messages/en/dialogs.ts';
import styles from './account-dialog.module.css';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function ThemeChoice() {
  const { preferences } = useApp();
  const current = usePreferences();
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{account.appearance}</legend>
      <div className={styles.themes}>
        {THEMES.map((theme) => (
          <label className={styles.theme} key={theme}>
            <input
              type="radio"
              name={name}
              checked={current.theme === theme}
              onChange={() => preferences.write({ ...current, theme })}
            />
            {account.theme[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
