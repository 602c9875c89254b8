/** What the shopper chose for this device; it goes nowhere else. */

export type Theme = 'system' | 'light' | 'dark';

export type Preferences = {
  /** Light and dark by the system, with a choice (product D3). */
  readonly theme: Theme;
  /** A short vibration on a tick, where the device has it. */
  readonly vibrates: boolean;
  /** Keep screen on while shopping, where the browser can (product D7). */
  readonly keepsAwake: boolean;
  /** Whether ticked items stand after the others of their category. */
  readonly tickedLast: boolean;
  /** Whether the hint about an item's menu was shown. */
  readonly hasSeenItemHint: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  vibrates: true,
  keepsAwake: true,
  tickedLast: false,
  hasSeenItemHint: false,
};

export type PreferenceKeeper = {
  /** The same object until something changes. */
  readonly read: () => Preferences;
  readonly write: (preferences: Preferences) => void;
  readonly onChange: (listener: () => void) => () => void;
};
