/** The preferences port on local storage, since the theme must be known before the first paint. */
import * as v from 'valibot';
import { DEFAULT_PREFERENCES } from '#client/ports/preferences.ts';
import type { PreferenceKeeper, Preferences } from '#client/ports/preferences.ts';
import { createListeners } from './listeners.ts';
import { readValue, writeValue } from './local-storage.ts';

/** web/public/theme.js reads the same key before the app is there. */
const KEY = 'checklist.preferences';

const { theme, vibrates, keepsAwake } = DEFAULT_PREFERENCES;

/** One choice that cannot be read does not take the others with it (spec section 8). */
const preferences = v.object({
  theme: v.fallback(v.optional(v.picklist(['system', 'light', 'dark']), theme), theme),
  vibrates: v.fallback(v.optional(v.boolean(), vibrates), vibrates),
  keepsAwake: v.fallback(v.optional(v.boolean(), keepsAwake), keepsAwake),
});

export function createPreferenceKeeper(): PreferenceKeeper {
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

function parse(text: string | null): Preferences {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), preferences), text ?? '{}');
  return parsed.success ? parsed.output : DEFAULT_PREFERENCES;
}
