/** The preferences of this device. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '#client/ports/local-storage.ts';
import { type FakePage, stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createPreferenceStorage } from './preferences.ts';

const KEY = 'checklist.preferences';
const DARK = {
  theme: 'dark',
  vibrates: false,
  keepsAwake: true,
  tickedLast: true,
  addKeys: false,
  hasSeenItemHint: true,
} as const;

let page: FakePage;

beforeEach(() => {
  page = stubPage();
});

describe('preferences', () => {
  test('[D3] follow the system until the user chooses', () => {
    stubLocalStorage({});
    expect(createPreferenceStorage().read()).toEqual(DEFAULT_PREFERENCES);
    expect(DEFAULT_PREFERENCES.theme).toBe('system');
  });

  test('[D3] that were chosen are restored at the next start', () => {
    const stored = stubLocalStorage({});
    createPreferenceStorage().write(DARK);
    expect(createPreferenceStorage().read()).toEqual(DARK);
    // The page's first script reads the theme under this name, before the app is loaded.
    expect(JSON.parse(stored.get(KEY) ?? '')).toMatchObject({ theme: 'dark' });
  });

  test.each(['', '{', 'null', '7', '[]'])('[spec-8] that cannot be read are replaced by the defaults: %j', (text) => {
    stubLocalStorage({ [KEY]: text });
    expect(createPreferenceStorage().read()).toEqual(DEFAULT_PREFERENCES);
  });

  test('[spec-8] keep their other values if one cannot be read', () => {
    stubLocalStorage({ [KEY]: '{"theme":"purple","vibrates":false}' });
    expect(createPreferenceStorage().read()).toEqual({ ...DEFAULT_PREFERENCES, vibrates: false });
  });

  test('[D2] last until the page closes if the browser refuses storage', () => {
    stubLocalStorage(null);
    const preferences = createPreferenceStorage();
    preferences.write(DARK);
    expect(preferences.read()).toBe(DARK);
  });

  test('[D3] notify listeners of changes, here or in another tab, and are the same object until then', () => {
    stubLocalStorage({});
    const preferences = createPreferenceStorage();
    const calls: string[] = [];
    preferences.onChange(() => calls.push(preferences.read().theme));
    preferences.write(DARK);
    page.tell('window', 'storage', { key: KEY, newValue: '{"theme":"light"}' });
    page.tell('window', 'storage', { key: 'other', newValue: '{"theme":"dark"}' });
    page.tell('window', 'storage', { key: null, newValue: null });
    expect(calls).toEqual(['dark', 'light', 'system']);
    expect(preferences.read()).toBe(preferences.read());
  });
});
