/** The choice of the theme: light, dark or system (product D3). */
import { useId } from 'react';
import type { Theme } from '#client/ports/preferences.ts';
import { useApp, usePreferences } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import styles from './account-dialog.module.css';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function ThemeChoice() {
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
