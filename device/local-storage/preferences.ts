/** The preferences port on local storage, since the theme must be known before the first paint. */
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type PreferenceStorage,
  type Theme,
} from '#client/ports/local-storage.ts';
import { createListeners } from '#core/listeners.ts';
import { parseJson, readValue, writeValue } from './local-storage.ts';
import { isFlag, isObject, isWord } from '#device/shape.ts';

const KEY = 'checklist.preferences';

const isTheme = isWord('system', 'light', 'dark');

export function createPreferenceStorage(): PreferenceStorage {
  let current = parse(readValue(KEY));
  const listeners = createListeners();
  window.addEventListener('storage', (event) => {
    // No key: everything was cleared.
    if (event.key !== KEY && event.key !== null) return;
    current = parse(event.newValue);
    listeners.notify();
  });
  return {
    read: () => current,
    write(next) {
      current = next;
      writeValue(KEY, JSON.stringify(next));
      listeners.notify();
    },
    onChange: listeners.add,
  };
}

/** Reads the theme before the app has loaded (web/first-screen/first-script.ts). */
export const readTheme = (): Theme => parse(readValue(KEY)).theme;

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows the chosen theme, now and after each change. */
export function followTheme({ read, onChange }: PreferenceStorage): void {
  const show = (): void => showTheme(read().theme);
  onChange(show);
  show();
}

/** An unreadable preference falls back to its default; the others are kept (spec section 8). */
function parse(text: string | null): Preferences {
  const value = parseJson(text);
  const { theme, vibrates, keepsAwake, tickedLast, addKeys, hasSeenItemHint } = isObject(value) ? value : {};
  return {
    theme: isTheme(theme) ? theme : DEFAULT_PREFERENCES.theme,
    vibrates: isFlag(vibrates) ? vibrates : DEFAULT_PREFERENCES.vibrates,
    keepsAwake: isFlag(keepsAwake) ? keepsAwake : DEFAULT_PREFERENCES.keepsAwake,
    tickedLast: isFlag(tickedLast) ? tickedLast : DEFAULT_PREFERENCES.tickedLast,
    addKeys: isFlag(addKeys) ? addKeys : DEFAULT_PREFERENCES.addKeys,
    hasSeenItemHint: isFlag(hasSeenItemHint) ? hasSeenItemHint : DEFAULT_PREFERENCES.hasSeenItemHint,
  };
}
